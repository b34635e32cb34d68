package dev.quadrille.handling;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds a lane to so many events a second, all its threads together. It may run ahead by half a
 * second's events, so that it handles batches and not one event after the other.
 */
final class LaneRate {
  private static final double BURST_SECONDS = 0.5;
  private static final double SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final @Nullable Integer eventsPerSecond;
  private final LongSupplier nanoTime;
  private double free;
  private long freeAt;

  /**
   * @param eventsPerSecond null for no limit
   * @param nanoTime as {@link System#nanoTime}
   */
  LaneRate(@Nullable Integer eventsPerSecond, LongSupplier nanoTime) {
    this.eventsPerSecond = eventsPerSecond;
    this.nanoTime = nanoTime;
    this.free = eventsPerSecond == null ? 0 : most(eventsPerSecond);
    this.freeAt = nanoTime.getAsLong();
  }

  /** Takes leave to handle some events now; perhaps fewer than are wanted, perhaps none. */
  synchronized int take(int wanted) {
    if (eventsPerSecond == null) {
      return wanted;
    }
    refill(eventsPerSecond);
    var taken = (int) Math.min(wanted, free);
    free -= taken;
    return taken;
  }

  /** How long to wait until it is worth asking again. */
  synchronized Duration pause() {
    if (eventsPerSecond == null) {
      return Duration.ZERO;
    }
    refill(eventsPerSecond);
    // Half of the most: what comes free while the consumer is late in asking is not lost.
    var missing = Math.max(0, Math.max(1, most(eventsPerSecond) / 2) - free);
    return Duration.ofNanos((long) Math.ceil(missing / eventsPerSecond * SECOND_NANOS));
  }

  private void refill(int perSecond) {
    var now = nanoTime.getAsLong();
    free = Math.min(most(perSecond), free + (now - freeAt) / SECOND_NANOS * perSecond);
    freeAt = now;
  }

  private static double most(int perSecond) {
    return Math.max(1, perSecond * BURST_SECONDS);
  }
}
