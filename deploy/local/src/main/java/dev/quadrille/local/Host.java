package dev.quadrille.local;

import java.time.Duration;
import java.util.Optional;

/** Runs one service. */
interface Host {

  /** How long a service may take to become ready. */
  Duration PATIENCE = Duration.ofMinutes(4);

  /**
   * Starts the service and returns when it is ready.
   *
   * @throws dev.quadrille.testkit.platform.PlatformException when it does not come up
   */
  void start();

  /**
   * Stops the service in order, unless it is stopped.
   *
   * @return whether it ended by itself, in time and in order
   */
  boolean stop();

  /**
   * {@code kill -9}.
   *
   * @throws UnsupportedOperationException when the service is not alone in its process
   */
  void kill();

  /** The process that the service runs in; empty when it is down. */
  Optional<Long> pid();
}
