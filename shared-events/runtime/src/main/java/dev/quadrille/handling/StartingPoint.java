package dev.quadrille.handling;

import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Where to begin with a partition.
 *
 * @param offset of the first record to read
 * @param reason why not simply where Kafka's offset is; null if it is, or if nothing was ever read
 * @param leaderEpoch that what was read before it was written under (KIP-320), or a later one; null
 *     if nothing was, or nobody knows. A log that has nothing of that epoch there was cut off
 */
record StartingPoint(long offset, @Nullable Resumption reason, @Nullable Integer leaderEpoch) {

  StartingPoint(long offset, @Nullable Resumption reason) {
    this(offset, reason, null);
  }

  /**
   * The same, under the epoch of what was read last. It tells nothing where reading begins anew, at
   * the first record that is retained.
   */
  StartingPoint under(@Nullable Integer lastRead) {
    return reason == Resumption.LOG_TRUNCATED || reason == Resumption.EVENTS_EXPIRED
        ? this
        : new StartingPoint(offset, reason, lastRead);
  }

  /** As Kafka's client takes it. */
  OffsetAndMetadata seek() {
    return new OffsetAndMetadata(offset, Optional.ofNullable(leaderEpoch), "");
  }

  /**
   * The lower of what Kafka and the database say, else the first record that is retained.
   *
   * @param committed Kafka's offset of the group; null if it has none
   * @param position where the database's content of the partition ends; null if it has nothing of
   *     it, or of another topic of that name
   * @param remade whether it knows another topic of that name
   * @param log what the partition holds
   */
  static StartingPoint of(
      @Nullable Long committed, @Nullable Long position, boolean remade, Log log) {
    if (position == null) {
      return new StartingPoint(log.earliest(), unknown(committed, remade, log));
    }
    if (Math.max(position, committed == null ? 0 : committed) > log.end()) {
      return new StartingPoint(log.earliest(), Resumption.LOG_TRUNCATED);
    }
    var lower = committed == null ? position : Math.min(position, committed);
    return lower < log.earliest()
        ? new StartingPoint(log.earliest(), Resumption.EVENTS_EXPIRED)
        : new StartingPoint(lower, known(committed, position, log));
  }

  private static @Nullable Resumption unknown(@Nullable Long committed, boolean remade, Log log) {
    if (remade) {
      return Resumption.TOPIC_REMADE;
    }
    return committed != null && committed > log.earliest() ? Resumption.DATABASE_RESTORED : null;
  }

  private static @Nullable Resumption known(@Nullable Long committed, long position, Log log) {
    if (committed == null) {
      return position > log.earliest() ? Resumption.OFFSET_LOST : null;
    }
    return position < committed ? Resumption.DATABASE_RESTORED : null;
  }

  /**
   * What a partition holds.
   *
   * @param earliest the first offset that is retained
   * @param end the offset that the next record will get
   */
  record Log(long earliest, long end) {}
}
