package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.springframework.dao.TransientDataAccessResourceException;

/** What waits on the forward lane: the records that Kafka has and no transaction has moved past. */
final class LaneBacklog implements Backlog {
  private static final long NONE = -1;

  private final EventHandlers<?> handlers;
  private final ConsumerPositions positions;
  private final Admin admin;
  private final Clock clock;

  LaneBacklog(EventHandlers<?> handlers, ConsumerPositions positions, Admin admin, Clock clock) {
    this.handlers = handlers;
    this.positions = positions;
    this.admin = admin;
    this.clock = clock;
  }

  @Override
  public boolean olderThan(Duration age) {
    var partitions = partitions();
    var group = ConsumerGroup.of(handlers.consumer(), Lane.FORWARD);
    var done = positions.of(group, partitions);
    var committed = answer(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    // A partition's records are as old as it takes up to the first that is younger.
    var young =
        offsets(partitions, OffsetSpec.forTimestamp(clock.instant().minus(age).toEpochMilli()));
    var first = offsets(partitions, OffsetSpec.earliest());
    var end = offsets(partitions, OffsetSpec.latest());
    return partitions.stream()
        .anyMatch(
            partition -> {
              var next = Math.max(read(partition, done, committed), first.get(partition));
              var oldUpTo = young.get(partition);
              return next < (oldUpTo == NONE ? end.get(partition) : oldUpTo);
            });
  }

  /** How far a partition is read; Kafka's offset counts where no effect stands in the database. */
  private static long read(
      TopicPartition partition,
      Map<TopicPartition, Long> done,
      Map<TopicPartition, OffsetAndMetadata> committed) {
    var offset = committed.get(partition);
    return done.getOrDefault(partition, offset == null ? 0L : offset.offset());
  }

  private List<TopicPartition> partitions() {
    var partitions = new ArrayList<TopicPartition>();
    answer(admin.describeTopics(handlers.topics(Lane.FORWARD)).allTopicNames())
        .forEach(
            (topic, description) ->
                description
                    .partitions()
                    .forEach(info -> partitions.add(new TopicPartition(topic, info.partition()))));
    return partitions;
  }

  private Map<TopicPartition, Long> offsets(List<TopicPartition> partitions, OffsetSpec spec) {
    var asked = partitions.stream().collect(Collectors.toMap(Function.identity(), p -> spec));
    return answer(admin.listOffsets(asked).all()).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
  }

  private static <T> T answer(KafkaFuture<T> asked) {
    try {
      return asked.get(10, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new TransientDataAccessResourceException("Kafka did not tell how far it is", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransientDataAccessResourceException("interrupted while asking Kafka", e);
    }
  }
}
