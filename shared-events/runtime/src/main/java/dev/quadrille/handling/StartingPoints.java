package dev.quadrille.handling;

import static java.util.stream.Collectors.toMap;

import dev.quadrille.handling.StartingPoint.Log;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Finds out where a group has to begin with partitions. */
final class StartingPoints {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final String group;
  private final ConsumerPositions positions;
  private final HandlingProperties properties;

  StartingPoints(String group, ConsumerPositions positions, HandlingProperties properties) {
    this.group = group;
    this.positions = positions;
    this.properties = properties;
  }

  /**
   * Where to begin, by what Kafka and the database say now.
   *
   * @param truncated partitions of which it is known already that their log was cut off
   */
  Map<TopicPartition, StartingPoint> of(
      Consumer<?, ?> consumer,
      Collection<TopicPartition> partitions,
      Set<TopicPartition> truncated) {
    var known = HandlingPool.use(() -> positions.of(group));
    var committed = committed(consumer, partitions);
    // Asked for last: nobody can have read beyond it before.
    var logs = logs(consumer, partitions);
    var starts = new HashMap<TopicPartition, StartingPoint>();
    for (var partition : partitions) {
      var log = logs.get(partition);
      starts.put(
          partition,
          truncated.contains(partition)
              ? new StartingPoint(log.earliest(), Resumption.LOG_TRUNCATED)
              : StartingPoint.of(
                      committed.get(partition),
                      known.position(partition),
                      known.remade(partition.topic()),
                      log)
                  .under(known.leaderEpoch(partition)));
    }
    return starts;
  }

  /**
   * Lets a database that knows nothing of the group begin where the group's offsets are, if that is
   * wanted. From then on the database counts.
   *
   * @return where, for partitions of which something was read before
   */
  Map<TopicPartition, StartingPoint> adopt(Consumer<?, ?> consumer) {
    if (!properties.adoptOffsets() || !HandlingPool.use(() -> positions.of(group)).nothing()) {
      return Map.of();
    }
    var all = new HashSet<TopicPartition>();
    for (var topic : consumer.subscription()) {
      consumer
          .partitionsFor(topic, PATIENCE)
          .forEach(info -> all.add(new TopicPartition(topic, info.partition())));
    }
    var committed = committed(consumer, all);
    var logs = logs(consumer, committed.keySet());
    HandlingPool.use(
        () -> {
          positions.advance(group, committed);
          return true;
        });
    return committed.entrySet().stream()
        .filter(offset -> offset.getValue() > logs.get(offset.getKey()).earliest())
        .collect(
            toMap(
                Map.Entry::getKey,
                offset -> new StartingPoint(offset.getValue(), Resumption.DATABASE_NEW)));
  }

  /** Kafka's offsets; a partition without one is absent. */
  static Map<TopicPartition, Long> committed(
      Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    var committed = new HashMap<TopicPartition, Long>();
    consumer
        .committed(Set.copyOf(partitions), PATIENCE)
        .forEach(
            (partition, offset) -> {
              if (offset != null) {
                committed.put(partition, offset.offset());
              }
            });
    return committed;
  }

  private static Map<TopicPartition, Log> logs(
      Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    var earliest = consumer.beginningOffsets(partitions, PATIENCE);
    return consumer.endOffsets(partitions, PATIENCE).entrySet().stream()
        .collect(
            toMap(Map.Entry::getKey, end -> new Log(earliest.get(end.getKey()), end.getValue())));
  }

  /** Makes both, the database and Kafka, say the same. */
  void record(Consumer<?, ?> consumer, Map<TopicPartition, StartingPoint> starts) {
    var offsets =
        starts.entrySet().stream()
            .collect(toMap(Map.Entry::getKey, start -> start.getValue().offset()));
    var cutOff =
        starts.keySet().stream()
            .filter(partition -> starts.get(partition).reason() == Resumption.LOG_TRUNCATED)
            .toList();
    HandlingPool.use(
        () -> {
          positions.forget(group, cutOff);
          positions.advance(group, offsets);
          return true;
        });
    consumer.commitSync(
        offsets.entrySet().stream()
            .collect(toMap(Map.Entry::getKey, offset -> new OffsetAndMetadata(offset.getValue()))),
        PATIENCE);
  }
}
