package dev.quadrille.cli.bench;

import java.util.concurrent.locks.LockSupport;

/** Time as a sender of orders lives by it. */
interface Pace {

  /** The JVM's own. */
  Pace REAL =
      new Pace() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public void waitUntil(long nanos) {
          for (var left = nanos - nanos(); left > 0; left = nanos - nanos()) {
            LockSupport.parkNanos(left);
          }
        }
      };

  /** Now, as {@link System#nanoTime}. */
  long nanos();

  /** Returns at that time, or at once if it has passed. */
  void waitUntil(long nanos);
}
