package dev.quadrille.relay;

import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One look at {@code relay_beat} and the slot.
 *
 * @param leader who relays; null: nobody has yet
 * @param progress how far Kafka has acknowledged; null: nothing yet
 * @param behind age of that progress: no committed row that is not in Kafka is older
 * @param slot null when there is none
 */
record RelayReading(
    @Nullable UUID leader,
    @Nullable RelayProgress progress,
    Duration behind,
    RelayReport.@Nullable Slot slot) {
  static final RelayReading NOTHING = new RelayReading(null, null, Duration.ZERO, null);

  /** How much WAL the server keeps for the slot. */
  long retainedBytes() {
    return slot == null ? 0 : slot.retainedBytes();
  }
}
