package dev.quadrille.cli.bench;

import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * Arrivals at a fixed rate, whatever becomes of those before. Each carries the time at which it was
 * meant to arrive, so that what waits behind a stall is counted as having waited.
 */
final class OpenLoop {
  private static final double NANOS = 1e9;

  private final double perSecond;
  private final long arrivals;
  private final Pace pace;

  OpenLoop(double perSecond, Duration length, Pace pace) {
    this.perSecond = perSecond;
    this.arrivals = Math.max(1, Math.round(perSecond * length.toNanos() / NANOS));
    this.pace = pace;
  }

  /** How many will arrive. */
  long arrivals() {
    return arrivals;
  }

  /**
   * Returns when the last one has arrived.
   *
   * @param arrive must not wait; gets the time at which the arrival was meant, as {@link Pace}
   *     tells it
   */
  void run(LongConsumer arrive) {
    var begun = pace.nanos();
    for (var number = 0L; number < arrivals; number++) {
      var meant = begun + Math.round(number * NANOS / perSecond);
      pace.waitUntil(meant);
      arrive.accept(meant);
    }
    pace.waitUntil(begun + Math.round(arrivals * NANOS / perSecond));
  }
}
