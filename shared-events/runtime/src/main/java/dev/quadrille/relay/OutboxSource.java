package dev.quadrille.relay;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;

/** One way for rows from the outbox to Kafka, taken for one term of leadership. */
interface OutboxSource {
  /**
   * Makes sure that no committed row is missed from here on: notices a gap and closes it.
   *
   * @param end completes when the term is to end; the producer is closed then
   * @throws RelayException naming what has to be provided first
   */
  void prepare(RelayProducer producer, CompletableFuture<Void> end)
      throws SQLException, InterruptedException;

  /**
   * Relays until the term ends.
   *
   * @param end completes when the term is to end; the source completes it with its own failure or
   *     throws
   */
  void relay(RelayProducer producer, CompletableFuture<Void> end) throws Exception;

  /**
   * Hears of every beat's look at the row and the slot, on the thread of the beats.
   *
   * @throws RelayException when it shows that nothing will go through any more
   */
  default void look(RelayReading reading) {}

  /** Whether anything went through, so that the next failure is a new one. */
  boolean relayed();
}
