package dev.quadrille.handling;

import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/**
 * Takes consumers to their {@link StartingPoint}: a database that was restored to an earlier point
 * reads again what it lost, and a group without offsets goes on where its effects end. Nothing else
 * moves a consumer, for it has no reset policy.
 */
final class ResumeFromDatabase implements ConsumerAwareRebalanceListener {
  private static final Logger log = LoggerFactory.getLogger(ResumeFromDatabase.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String group;
  private final StartingPoints startingPoints;
  private final Resumptions resumptions;
  private final BooleanSupplier running;

  /**
   * @param running whether the consumers are still wanted
   */
  ResumeFromDatabase(
      String group,
      StartingPoints startingPoints,
      Resumptions resumptions,
      BooleanSupplier running) {
    this.group = group;
    this.startingPoints = startingPoints;
    this.resumptions = resumptions;
    this.running = running;
  }

  @Override
  public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> assigned) {
    untilDone(() -> resume(consumer, assigned, Set.of()));
  }

  /** Goes on with partitions in which what was to be read next does not exist. */
  void outOfRange(Consumer<?, ?> consumer, OffsetOutOfRangeException lost) {
    untilDone(() -> resume(consumer, lost.partitions(), truncated(consumer, lost)));
  }

  /** Those whose end it was: by the time of the next question they may have grown past it. */
  private static Set<TopicPartition> truncated(
      Consumer<?, ?> consumer, OffsetOutOfRangeException lost) {
    var earliest = consumer.beginningOffsets(lost.partitions(), PATIENCE);
    return lost.offsetOutOfRangePartitions().entrySet().stream()
        .filter(
            wanted ->
                lost instanceof LogTruncationException
                    || wanted.getValue() >= earliest.get(wanted.getKey()))
        .map(wanted -> wanted.getKey())
        .collect(Collectors.toSet());
  }

  private void resume(
      Consumer<?, ?> consumer,
      Collection<TopicPartition> partitions,
      Set<TopicPartition> truncated) {
    if (partitions.isEmpty()) {
      return;
    }
    resumptions.tell(group, startingPoints.adopt(consumer));
    var starts = startingPoints.of(consumer, partitions, truncated);
    starts.forEach((partition, start) -> consumer.seek(partition, start.seek()));
    try {
      startingPoints.record(consumer, starts);
    } catch (CommitFailedException | RebalanceInProgressException e) {
      // The partitions are going elsewhere; whoever gets them finds out the same.
      log.debug("{} could not commit where it begins", group, e);
    }
    resumptions.tell(group, starts);
  }

  /**
   * Tries for as long as it takes: a listener that fails leaves its consumer reading on from
   * wherever it is. In the longest outage others take over the partitions, and this consumer asks
   * for some again.
   */
  private void untilDone(Runnable resume) {
    while (true) {
      try {
        resume.run();
        return;
      } catch (RuntimeException e) {
        if (!running.getAsBoolean()) {
          throw e;
        }
        log.warn("{} waits until it can tell where to begin: {}", group, e.getMessage());
        pause(e);
      }
    }
  }

  private static void pause(RuntimeException cause) {
    try {
      TimeUnit.SECONDS.sleep(1);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", cause);
    }
  }
}
