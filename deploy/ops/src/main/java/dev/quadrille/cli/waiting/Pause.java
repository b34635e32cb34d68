package dev.quadrille.cli.waiting;

import dev.quadrille.cli.connection.RefusedException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits, for people. */
public final class Pause {
  private static final Duration GLANCE = Duration.ofMillis(200);

  private Pause() {}

  /**
   * Waits for so long.
   *
   * @throws RefusedException if it is interrupted
   */
  public static void lasting(Duration time) {
    try {
      TimeUnit.NANOSECONDS.sleep(Math.max(0, time.toNanos()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException("interrupted");
    }
  }

  /** Returns whether something came to be so before the time was over. */
  public static boolean until(BooleanSupplier done, Duration patience) {
    var deadline = System.nanoTime() + patience.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      lasting(GLANCE);
    }
    return true;
  }
}
