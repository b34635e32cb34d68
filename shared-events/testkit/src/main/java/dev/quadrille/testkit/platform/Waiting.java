package dev.quadrille.testkit.platform;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waiting for something that nobody announces. */
public final class Waiting {

  private static final Duration PAUSE = Duration.ofMillis(50);

  private Waiting() {}

  /**
   * Returns when the condition holds.
   *
   * @throws PlatformException with the message when it does not in time
   */
  public static void until(BooleanSupplier condition, Duration timeout, Supplier<String> message) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > timeout.toNanos()) {
        throw new PlatformException(message.get());
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while waiting", e);
    }
  }
}
