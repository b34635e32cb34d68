package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import java.util.List;

/**
 * Brings a batch to an end: its effects committed, or what cannot be handled set aside. Only the
 * surroundings can make it fail, and then the whole batch is delivered again.
 */
final class EventDispatcher {
  private final BatchHandler handler;
  private final BatchTransaction transaction;
  private final HandlingProperties properties;

  EventDispatcher(
      BatchHandler handler, BatchTransaction transaction, HandlingProperties properties) {
    this.handler = handler;
    this.transaction = transaction;
    this.properties = properties;
  }

  /**
   * Handles a batch in one transaction; in more where an event breaks it.
   *
   * @throws TransientFailureException if the surroundings failed; what was committed is a duplicate
   *     next time
   */
  void dispatch(Lane lane, List<Delivery> batch) {
    try {
      transaction.commit(lane, () -> handler.handle(lane, batch, properties.attemptDelay()));
    } catch (BrokenException broken) {
      isolate(lane, batch, broken);
    }
  }

  private void isolate(Lane lane, List<Delivery> batch, BrokenException broken) {
    if (batch.size() > 1) {
      var half = batch.size() / 2;
      dispatch(lane, batch.subList(0, half));
      dispatch(lane, batch.subList(half, batch.size()));
      return;
    }
    var delivery = batch.get(0);
    var retryIn = properties.attempts() > 1 ? properties.attemptDelay() : null;
    try {
      transaction.commit(lane, () -> handler.setAside(lane, delivery, broken, retryIn));
    } catch (BrokenException again) {
      // Not even parking works. Skipping it would lose it, so it waits here.
      throw new TransientFailureException(again.getCause());
    }
  }
}
