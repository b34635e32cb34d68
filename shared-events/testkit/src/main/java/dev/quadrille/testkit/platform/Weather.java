package dev.quadrille.testkit.platform;

import java.time.Duration;

/** What a {@link NetworkLink} does to the bytes that travel on it. */
final class Weather {

  private long delayNanos;
  private boolean frozen;

  synchronized void delay(Duration oneWay) {
    delayNanos = oneWay.toNanos();
  }

  synchronized void freeze() {
    frozen = true;
  }

  synchronized void clear() {
    delayNanos = 0;
    frozen = false;
    notifyAll();
  }

  /** When bytes that set out now may arrive, as {@link System#nanoTime}. */
  synchronized long arrival() {
    return System.nanoTime() + delayNanos;
  }

  /** Returns when it is time and nothing is frozen. */
  synchronized void awaitArrival(long arrival) throws InterruptedException {
    while (frozen || System.nanoTime() < arrival) {
      if (frozen) {
        wait();
      } else {
        Duration left = Duration.ofNanos(arrival - System.nanoTime());
        wait(Math.max(1, left.toMillis()));
      }
    }
  }
}
