package dev.quadrille.handling;

import dev.quadrille.handling.Delivery.Readable;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;

/** Attempts parked events: each alone, in its own transaction, never on the partition. */
final class ParkedAttempts {
  private static final Logger log = LoggerFactory.getLogger(ParkedAttempts.class);

  private final ParkedRows rows;
  private final EventReader reader;
  private final BatchHandler handler;
  private final TransactionTemplate transaction;
  private final HandlingProperties properties;

  ParkedAttempts(
      ParkedRows rows,
      EventReader reader,
      BatchHandler handler,
      TransactionTemplate transaction,
      HandlingProperties properties) {
    this.rows = rows;
    this.reader = reader;
    this.handler = handler;
    this.transaction = transaction;
    this.properties = properties;
  }

  /** Attempts everything that is due. */
  void round(HandlingMetrics metrics) {
    HandlingPool.use(rows::due).forEach(id -> attempt(id, metrics));
  }

  private void attempt(long id, HandlingMetrics metrics) {
    var held = new AtomicReference<@Nullable ParkedRow>();
    try {
      var outcome = HandlingPool.use(() -> transaction.execute(status -> attempt(id, held)));
      if (outcome != null) {
        outcome.count(metrics);
      }
    } catch (RuntimeException e) {
      // The surroundings, or a lost race: due again next round, no attempt counted.
      var row = held.get();
      if (row != null && Failure.of(e) == Failure.BROKEN) {
        log.warn("attempt {} of parked event {} failed", row.attempts() + 1, id, e);
        failed(row, new BrokenException(e).summary());
      }
    }
  }

  private @Nullable BatchOutcome attempt(long id, AtomicReference<@Nullable ParkedRow> held) {
    return rows.lock(id).map(row -> attempt(row, held)).orElse(null);
  }

  private BatchOutcome attempt(ParkedRow row, AtomicReference<@Nullable ParkedRow> held) {
    held.set(row);
    var outcome = new BatchOutcome(row.lane());
    var delivery = reader.read(row.record());
    if (delivery instanceof Readable event && handler.attempt(event, outcome)) {
      rows.handled(row);
    } else {
      rows.failed(row, "still too early", next(row));
    }
    return outcome;
  }

  private void failed(ParkedRow row, String detail) {
    HandlingPool.use(
        () ->
            transaction.execute(
                status -> {
                  rows.failed(row, detail, next(row));
                  return row;
                }));
  }

  private @Nullable Duration next(ParkedRow row) {
    var attempt = row.attempts() + 1;
    return attempt >= properties.attempts()
        ? null
        : properties.attemptDelay().multipliedBy(1L << Math.min(attempt - 1, 16));
  }
}
