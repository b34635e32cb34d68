package dev.quadrille.testkit.platform;

import java.time.Duration;

/** Hears how the parts of a system come up. Parts start side by side, each on its own thread. */
public interface Progress {

  /** Nobody listens. */
  Progress SILENT =
      new Progress() {
        @Override
        public void starting(String part) {}

        @Override
        public void started(String part, Duration took) {}
      };

  void starting(String part);

  void started(String part, Duration took);

  /** Starts a part and tells about it; a part that fails is not told to have started. */
  default void tell(String part, Runnable start) {
    starting(part);
    long begin = System.nanoTime();
    start.run();
    started(part, Duration.ofNanos(System.nanoTime() - begin));
  }
}
