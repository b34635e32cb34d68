package dev.quadrille.relay;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the relay of one process knows.
 *
 * @param mode {@code CDC} or {@code POLLING}
 * @param role what this process does: {@code LEADER}, {@code STANDBY} or {@code STOPPED}
 * @param leader which relay leads, by the id that it took for its life; null: none ever has
 * @param streaming whether events flow, through this process or another
 * @param oldestUnpublishedMillis no committed event that is not in Kafka is older, save those
 *     refused
 * @param slot null when there is none, and in polling mode
 * @param refused events that Kafka refused for their size; null: none
 * @param lastGap the newest that this process noticed; null: none
 * @param problem why events do not flow; null: nothing is known against it
 */
public record RelayReport(
    String mode,
    String role,
    @Nullable UUID leader,
    boolean streaming,
    long oldestUnpublishedMillis,
    @Nullable Slot slot,
    @Nullable Refused refused,
    @Nullable RelayGap lastGap,
    @Nullable String problem) {

  /**
   * The replication slot, at the last beat.
   *
   * @param active whether somebody streams from it
   * @param walStatus as {@code pg_replication_slots} has it: {@code reserved} is well, {@code lost}
   *     makes a gap
   * @param failover whether a standby keeps a copy of it
   * @param confirmed everything before this position is in Kafka; null: not usable yet
   * @param lagBytes how much was written to the write-ahead log since
   * @param retainedBytes how much of it the server keeps for the slot
   */
  public record Slot(
      String name,
      boolean active,
      String walStatus,
      boolean failover,
      @Nullable String confirmed,
      long lagBytes,
      long retainedBytes) {
    /** Whether it can be streamed: it is neither lost nor still being made. */
    boolean isUsable() {
      return confirmed != null && !walStatus.equals("lost");
    }
  }

  /**
   * Events that Kafka refused for their size. They are kept, and sent again until Kafka takes them;
   * others go on meanwhile.
   *
   * @param events how many
   * @param largestBytes size of the largest, without its headers
   * @param firstId id of the first of them in the order of the outbox
   * @param firstType its type
   * @param firstBytes its size, without its headers
   * @param topic where it belongs
   * @param reason what Kafka said of it
   * @param since when it was refused first, by the database's clock
   */
  public record Refused(
      long events,
      long largestBytes,
      UUID firstId,
      String firstType,
      long firstBytes,
      String topic,
      String reason,
      Instant since) {}
}
