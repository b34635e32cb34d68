package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import dev.quadrille.handling.Delivery.Readable;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Brings a batch to an end: its effects committed, or what cannot be handled set aside. Only the
 * surroundings can make it fail, and then the whole batch is delivered again.
 */
final class EventDispatcher {
  private static final Logger log = LoggerFactory.getLogger(EventDispatcher.class);
  private static final int RACES = 20;

  private final BatchHandler handler;
  private final TransactionTemplate transaction;
  private final HandlingMetrics metrics;
  private final HandlingProperties properties;

  EventDispatcher(
      BatchHandler handler,
      TransactionTemplate transaction,
      HandlingMetrics metrics,
      HandlingProperties properties) {
    this.handler = handler;
    this.transaction = transaction;
    this.metrics = metrics;
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
      commit(lane, () -> handler.handle(lane, batch, properties.attemptDelay()));
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
    log.warn("set aside after failing: {}", description(delivery), broken.getCause());
    var retryIn = properties.attempts() > 1 ? properties.attemptDelay() : null;
    try {
      commit(lane, () -> handler.setAside(lane, delivery, broken.summary(), retryIn));
    } catch (BrokenException again) {
      // Not even parking works. Skipping it would lose it, so it waits here.
      throw new TransientFailureException(again.getCause());
    }
  }

  /** Commits a piece of work, again at once where another transaction was first. */
  private void commit(Lane lane, Supplier<BatchOutcome> work) {
    for (var race = 1; ; race++) {
      try {
        HandlingPool.use(() -> transaction.execute(status -> work.get())).count(metrics);
        return;
      } catch (RuntimeException e) {
        var failure = Failure.of(e);
        metrics.failed(lane, failure);
        if (failure == Failure.BROKEN) {
          throw new BrokenException(e);
        }
        if (failure == Failure.TRANSIENT || race == RACES) {
          throw new TransientFailureException(e);
        }
      }
    }
  }

  private static String description(Delivery delivery) {
    var record = delivery.record();
    var event =
        delivery instanceof Readable readable
            ? readable.type() + " " + readable.eventId()
            : "unreadable record";
    return "%s at %s-%d@%d".formatted(event, record.topic(), record.partition(), record.offset());
  }
}
