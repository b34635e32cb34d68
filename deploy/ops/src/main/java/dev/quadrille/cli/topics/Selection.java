package dev.quadrille.cli.topics;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Which records of which topics. A record belongs to a span of time by its timestamp, wherever it
 * stands: timestamps come from many clocks and are not in the order of offsets.
 *
 * @param partitions those to read; empty for all
 * @param key the only key whose partitions are read, as they are numbered now; null for all
 * @param fromOffset in each partition, the first
 * @param toOffset in each partition, the first that does not belong
 * @param from the earliest timestamp; null for none
 * @param to the first timestamp that does not belong; null for none
 */
public record Selection(
    Collection<String> topics,
    List<Integer> partitions,
    byte @Nullable [] key,
    long fromOffset,
    long toOffset,
    @Nullable Instant from,
    @Nullable Instant to) {

  /** Everything on some topics. */
  public static Selection of(Collection<String> topics) {
    return new Selection(topics, List.of(), null, 0, Long.MAX_VALUE, null, null);
  }

  /** The same from a time on. */
  public Selection since(@Nullable Instant time) {
    return new Selection(topics, partitions, key, fromOffset, toOffset, time, to);
  }

  /** The same where a key belongs. Records of other keys stand there, too. */
  public Selection whereBelongs(byte @Nullable [] some) {
    return new Selection(topics, partitions, some, fromOffset, toOffset, from, to);
  }

  boolean reads(int partition, int ofSoMany) {
    return (partitions.isEmpty() || partitions.contains(partition))
        // As Kafka's producers choose it.
        && (key == null || Utils.toPositive(Utils.murmur2(key)) % ofSoMany == partition);
  }

  boolean includes(ConsumerRecord<?, ?> record) {
    return record.offset() >= fromOffset
        && record.offset() < toOffset
        && (from == null || record.timestamp() >= from.toEpochMilli())
        && (to == null || record.timestamp() < to.toEpochMilli());
  }
}
