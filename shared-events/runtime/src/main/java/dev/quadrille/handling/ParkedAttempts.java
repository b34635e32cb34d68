package dev.quadrille.handling;

import dev.quadrille.codec.RegistryUnavailableException;
import dev.quadrille.handling.Delivery.Foreign;
import dev.quadrille.handling.Delivery.Readable;
import dev.quadrille.handling.Delivery.Unreadable;
import dev.quadrille.inbox.ClaimOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Attempts parked events: each alone, in its own transaction, never on the partition. */
final class ParkedAttempts {
  private static final Logger log = LoggerFactory.getLogger(ParkedAttempts.class);

  private final ParkedRows rows;
  private final EventReader reader;
  private final BatchHandler handler;
  private final BatchTransaction transaction;
  private final HandlingProperties properties;
  private final Outage outage = new Outage(log, "parking lot", System::nanoTime);

  ParkedAttempts(
      ParkedRows rows,
      EventReader reader,
      BatchHandler handler,
      BatchTransaction transaction,
      HandlingProperties properties) {
    this.rows = rows;
    this.reader = reader;
    this.handler = handler;
    this.transaction = transaction;
    this.properties = properties;
  }

  /** Attempts everything that is due. */
  void round() {
    var all = true;
    for (var id : rows.due()) {
      all &= rows.find(id).map(this::attempt).orElse(true);
    }
    if (all) {
      outage.over();
    }
  }

  /** Returns whether it was; else it is due again next round, and no attempt counts. */
  private boolean attempt(ParkedRow row) {
    try {
      // Outside of the transaction, for a schema may have to be fetched.
      var delivery = reader.read(row.attempted());
      try {
        transaction.commit(row.lane(), () -> attempt(row, delivery));
      } catch (BrokenException broken) {
        transaction.commit(row.lane(), () -> failed(row, delivery, broken));
      }
      return true;
    } catch (TransientFailureException | RegistryUnavailableException e) {
      return putOff(row, e.getMessage());
    } catch (BrokenException e) {
      return putOff(row, e.summary());
    }
  }

  private boolean putOff(ParkedRow row, @Nullable String why) {
    outage.met("puts off event " + row.id() + ": " + why, null);
    return false;
  }

  private BatchOutcome attempt(ParkedRow row, Delivery delivery) {
    var outcome = new BatchOutcome(row.lane());
    if (rows.lockDue(row)) {
      if (delivery instanceof Readable event) {
        attempt(row, event, outcome);
      } else if (delivery instanceof Foreign) {
        rows.settle(row, Settlement.SKIPPED);
      } else if (delivery instanceof Unreadable poison) {
        rows.failed(row, poison.reason(), poison.detail(), poison.mayPass() ? next(row) : null);
      }
    }
    return outcome;
  }

  private void attempt(ParkedRow row, Readable event, BatchOutcome outcome) {
    var claim = row.reason().claimed() ? ClaimOutcome.FRESH : handler.claim(event);
    switch (claim) {
      case DUPLICATE -> rows.settle(row, Settlement.DUPLICATE);
      case CONTRADICTION ->
          rows.failed(row, ParkingReason.CONTRADICTION, BatchHandler.OTHER_CONTENT, null);
      case FRESH -> {
        if (handler.attempt(event, outcome)) {
          rows.settle(row, Settlement.HANDLED);
        } else {
          rows.failed(row, ParkingReason.TOO_EARLY, BatchHandler.NO_AGGREGATE, untilItIsTime(row));
        }
      }
    }
  }

  private BatchOutcome failed(ParkedRow row, Delivery delivery, BrokenException broken) {
    var outcome = new BatchOutcome(row.lane());
    if (rows.lockDue(row)) {
      // From here on it counts as taken care of, unless somebody else took care of it just now.
      var claimed =
          row.reason().claimed()
              || delivery instanceof Readable event && handler.claim(event) == ClaimOutcome.FRESH;
      var reason = claimed ? ParkingReason.BROKEN : row.reason();
      rows.failed(row, reason, broken.summary(), next(row));
      outcome.brokeAgain(row, broken);
    }
    return outcome;
  }

  private @Nullable Duration next(ParkedRow row) {
    return row.attempts() + 1 >= properties.attempts() ? null : doubled(row);
  }

  /**
   * Nothing is wrong with an event that came too early, and nobody can mend it: whatever kept its
   * aggregate away for hours, it has its effect by itself soon after that is here.
   */
  private Duration untilItIsTime(ParkedRow row) {
    var pause = doubled(row);
    var longest = properties.longestAttemptDelay();
    return pause.compareTo(longest) < 0 ? pause : longest;
  }

  /** The first pause, doubled for each attempt from the parking lot, this one included. */
  private Duration doubled(ParkedRow row) {
    return properties.attemptDelay().multipliedBy(1L << Math.min(row.attempts(), 16));
  }
}
