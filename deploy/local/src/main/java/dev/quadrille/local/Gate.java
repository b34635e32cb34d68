package dev.quadrille.local;

import dev.quadrille.testkit.platform.Progress;
import java.time.Duration;
import java.util.concurrent.CancellationException;

/** Lets parts start until it is shut. */
final class Gate implements Progress {
  private final Progress listener;
  private volatile boolean shut;

  Gate(Progress listener) {
    this.listener = listener;
  }

  void shut() {
    shut = true;
  }

  /**
   * @throws CancellationException when the gate is shut
   */
  void requireOpen() {
    if (shut) {
      throw new CancellationException("the system is being stopped");
    }
  }

  @Override
  public void starting(String part) {
    requireOpen();
    listener.starting(part);
  }

  @Override
  public void started(String part, Duration took) {
    listener.started(part, took);
  }
}
