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
 * @param retainedBytes how much WAL the server keeps for the slot; 0 when there is none
 */
record RelayReading(
    @Nullable UUID leader, @Nullable RelayProgress progress, Duration behind, long retainedBytes) {
  static final RelayReading NOTHING = new RelayReading(null, null, Duration.ZERO, 0);
}
