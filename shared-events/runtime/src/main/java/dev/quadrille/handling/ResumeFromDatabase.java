package dev.quadrille.handling;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/**
 * Starts an assigned partition at the lower of Kafka's committed offset and the database's own
 * position: a database that was restored to an earlier point reads again what it lost, and a group
 * without offsets goes on where its effects end.
 */
final class ResumeFromDatabase implements ConsumerAwareRebalanceListener {
  private static final Logger log = LoggerFactory.getLogger(ResumeFromDatabase.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String group;
  private final ConsumerPositions positions;
  private final TopicIds topicIds;

  ResumeFromDatabase(String group, ConsumerPositions positions, TopicIds topicIds) {
    this.group = group;
    this.positions = positions;
    this.topicIds = topicIds;
  }

  @Override
  public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> assigned) {
    topicIds.refresh();
    var known = known(assigned);
    var committed = consumer.committed(Set.copyOf(assigned), PATIENCE);
    var earliest = consumer.beginningOffsets(known.keySet(), PATIENCE);
    known.forEach(
        (partition, position) -> {
          var offset = committed.get(partition);
          if (offset == null || position < offset.offset()) {
            seek(consumer, partition, Math.max(position, earliest.get(partition)));
          }
        });
  }

  /** Waits for the database: reading on from the wrong place would skip what it has lost. */
  private Map<TopicPartition, Long> known(Collection<TopicPartition> assigned) {
    while (true) {
      try {
        return HandlingPool.use(() -> positions.of(group, assigned));
      } catch (RuntimeException e) {
        if (Failure.of(e) != Failure.TRANSIENT) {
          throw e;
        }
        log.warn("{} waits for its positions: {}", group, e.getMessage());
        pause(e);
      }
    }
  }

  private static void pause(RuntimeException cause) {
    try {
      TimeUnit.SECONDS.sleep(1);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw cause;
    }
  }

  private void seek(Consumer<?, ?> consumer, TopicPartition partition, long position) {
    log.warn(
        "{} reads {} from {}: so far go the effects in the database", group, partition, position);
    consumer.seek(partition, position);
  }
}
