package dev.quadrille.relay;

import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One look at {@code relay_beat} and the slot.
 *
 * @param leader who relays; null: nobody has yet
 * @param progress how far Kafka has acknowledged; null: nothing yet
 * @param behind age of that progress: no committed row that is not in Kafka is older, save those
 *     refused
 * @param slot null when there is none
 * @param refused what Kafka refused and has not taken since; null: nothing
 */
record RelayReading(
    @Nullable UUID leader,
    @Nullable RelayProgress progress,
    Duration behind,
    RelayReport.@Nullable Slot slot,
    RelayReport.@Nullable Refused refused) {
  static final RelayReading NOTHING = new RelayReading(null, null, Duration.ZERO, null, null);

  /** How many events Kafka refused and has not taken since. */
  long refusedEvents() {
    return refused == null ? 0 : refused.events();
  }

  /** How much WAL the server keeps for the slot. */
  long retainedBytes() {
    return slot == null ? 0 : slot.retainedBytes();
  }
}
