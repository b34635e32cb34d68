package dev.quadrille.handling;

import java.time.Duration;

/** Events of this service that wait, in Kafka to be read or in its outbox to be told. */
public interface Backlog {

  /**
   * Whether an event has been waiting for longer than this. Looks anew each time.
   *
   * @throws RuntimeException if that cannot be known now
   */
  boolean olderThan(Duration age);
}
