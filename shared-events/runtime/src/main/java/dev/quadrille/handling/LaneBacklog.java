package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import dev.quadrille.service.UnfinishedWork;
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
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * What waits on the lanes: the records that Kafka has and no transaction has moved past. How old it
 * may get is a question of the forward lane.
 */
final class LaneBacklog implements Backlog, UnfinishedWork {
  private static final long NONE = -1;

  private final EventHandlers<?> handlers;
  private final ConsumerPositions positions;
  private final Lanes lanes;
  private final Admin admin;
  private final Clock clock;

  LaneBacklog(
      EventHandlers<?> handlers,
      ConsumerPositions positions,
      Lanes lanes,
      Admin admin,
      Clock clock) {
    this.handlers = handlers;
    this.positions = positions;
    this.lanes = lanes;
    this.admin = admin;
    this.clock = clock;
  }

  @Override
  public boolean olderThan(Duration age) {
    var partitions = partitions(Lane.FORWARD);
    var read = read(Lane.FORWARD, partitions);
    // A partition's records are as old as it takes up to the first that is younger.
    var young =
        offsets(partitions, OffsetSpec.forTimestamp(clock.instant().minus(age).toEpochMilli()));
    var end = offsets(partitions, OffsetSpec.latest());
    return partitions.stream()
        .anyMatch(
            partition -> {
              var oldUpTo = young.get(partition);
              return read.get(partition) < (oldUpTo == NONE ? end.get(partition) : oldUpTo);
            });
  }

  @Override
  public List<String> left() {
    return Stream.of(Lane.values()).flatMap(this::left).toList();
  }

  /** How many events a lane has to read. */
  long waiting(Lane lane) {
    var partitions = partitions(lane);
    var read = read(lane, partitions);
    return offsets(partitions, OffsetSpec.latest()).entrySet().stream()
        .mapToLong(end -> Math.max(0, end.getValue() - read.get(end.getKey())))
        .sum();
  }

  private Stream<String> left(Lane lane) {
    var waiting = waiting(lane);
    return waiting == 0
        ? Stream.empty()
        : Stream.of(
            "the %s lane has %d events to read%s"
                .formatted(
                    lane.label(),
                    waiting,
                    lanes.held().contains(lane.label()) ? " and is paused" : ""));
  }

  /**
   * How far each is read, which the database says alone: one that was lost has read nothing, even
   * before a consumer notices.
   */
  private Map<TopicPartition, Long> read(Lane lane, List<TopicPartition> partitions) {
    var group = ConsumerGroup.of(handlers.consumer(), lane);
    var done = positions.of(group).positions(partitions);
    var read = offsets(partitions, OffsetSpec.earliest());
    read.replaceAll((partition, first) -> Math.max(done.getOrDefault(partition, 0L), first));
    return read;
  }

  private List<TopicPartition> partitions(Lane lane) {
    var topics = handlers.topics(lane);
    var partitions = new ArrayList<TopicPartition>();
    answer(admin.describeTopics(topics).allTopicNames())
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
