package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import dev.quadrille.handling.Delivery.Foreign;
import dev.quadrille.handling.Delivery.Readable;
import dev.quadrille.handling.Delivery.Unreadable;
import dev.quadrille.inbox.ClaimOutcome;
import dev.quadrille.inbox.Inbox;
import dev.quadrille.outbox.Outgoing;
import dev.quadrille.tracing.EventTraces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One transaction's work on a batch: claim, load, decide, flush. */
final class BatchHandler {
  static final String OTHER_CONTENT = "its id was handled with other content";
  static final String NO_AGGREGATE = "its aggregate does not exist here";

  private final EventHandlers<?> handlers;
  private final Inbox inbox;
  private final Effects effects;
  private final ParkingLot parkingLot;
  private final ConsumerPositions positions;
  private final EventTraces traces;

  BatchHandler(
      EventHandlers<?> handlers,
      Inbox inbox,
      Effects effects,
      ParkingLot parkingLot,
      ConsumerPositions positions,
      EventTraces traces) {
    this.handlers = handlers;
    this.inbox = inbox;
    this.effects = effects;
    this.parkingLot = parkingLot;
    this.positions = positions;
    this.traces = traces;
  }

  /**
   * Handles each event that was not handled before; sets aside what cannot be; moves past all of
   * them.
   */
  BatchOutcome handle(Lane lane, List<Delivery> batch, Duration retryIn) {
    var outcome = new BatchOutcome(lane);
    var fresh = claim(batch, outcome, retryIn);
    var early = react(fresh, outcome);
    early.forEach(event -> outcome.parked(tooEarly(event, retryIn)));
    finish(lane, batch, outcome);
    return outcome;
  }

  /**
   * Sets one event aside whose handling fails, claimed, so that a redelivery finds it taken care
   * of.
   */
  BatchOutcome setAside(
      Lane lane, Delivery delivery, BrokenException broken, @Nullable Duration retryIn) {
    var outcome = new BatchOutcome(lane);
    var alone = List.of(delivery);
    for (var event : claim(alone, outcome, retryIn)) {
      outcome.parked(ParkedEvent.broken(event, broken, retryIn));
    }
    finish(lane, alone, outcome);
    return outcome;
  }

  /** Claims an event from the parking lot that does not hold its claim. */
  ClaimOutcome claim(Readable parked) {
    return inbox.claim(List.of(parked.claim())).get(parked.eventId());
  }

  /**
   * Attempts an event from the parking lot that holds its claim.
   *
   * @return whether it was handled; false if it is still too early
   */
  boolean attempt(Readable parked, BatchOutcome outcome) {
    return react(List.of(parked), outcome).isEmpty();
  }

  private List<Readable> claim(
      List<Delivery> batch, BatchOutcome outcome, @Nullable Duration retryIn) {
    var first = new LinkedHashMap<UUID, Readable>();
    for (var delivery : batch) {
      if (delivery instanceof Readable event) {
        var earlier = first.putIfAbsent(event.eventId(), event);
        if (earlier != null) {
          again(event, earlier, outcome);
        }
      } else if (delivery instanceof Foreign foreign) {
        outcome.foreign(foreign);
      } else if (delivery instanceof Unreadable poison) {
        outcome.parked(
            ParkedEvent.unbroken(
                poison, poison.reason(), poison.detail(), poison.mayPass() ? retryIn : null));
      }
    }
    return first.isEmpty() ? List.of() : fresh(first, outcome);
  }

  private static void again(Readable event, Readable earlier, BatchOutcome outcome) {
    if (Arrays.equals(event.claim().digest(), earlier.claim().digest())) {
      outcome.duplicate(event);
    } else {
      outcome.parked(contradiction(event));
    }
  }

  private List<Readable> fresh(Map<UUID, Readable> events, BatchOutcome outcome) {
    var found = inbox.claim(events.values().stream().map(Readable::claim).toList());
    var fresh = new ArrayList<Readable>();
    events.forEach(
        (id, event) -> {
          switch (found.get(id)) {
            case FRESH -> fresh.add(event);
            case DUPLICATE -> outcome.duplicate(event);
            case CONTRADICTION -> outcome.parked(contradiction(event));
          }
        });
    // New rows are written in the order in which existing ones are locked: by key. Two lanes that
    // create the same rows wait for each other instead of deadlocking. One order's events keep
    // theirs.
    fresh.sort(Comparator.comparing(Readable::orderId));
    return fresh;
  }

  /** Returns the events whose aggregate is unknown. */
  private List<Readable> react(List<Readable> fresh, BatchOutcome outcome) {
    if (fresh.isEmpty()) {
      return List.of();
    }
    var journal = outcome.journal();
    var early = new ArrayList<Readable>();
    var outgoing = new ArrayList<Outgoing>();
    var work = handlers.begin(new Batch(fresh.stream().map(Readable::event).toList(), journal));
    for (var event : fresh) {
      if (!work.knows(event.event())) {
        early.add(event);
        continue;
      }
      journal.causedBy(event.eventId());
      var span = traces.handling(event.traced(), event.traceparent());
      var answers = work.react(event.event());
      answers.forEach(
          answer -> outgoing.add(new Outgoing(answer, event.eventId(), span.traceparent())));
      outcome.handled(event, answers, span);
    }
    effects.flush(journal, outgoing);
    return early;
  }

  private void finish(Lane lane, List<Delivery> batch, BatchOutcome outcome) {
    outcome.parked().retainAll(parkingLot.park(lane, outcome.parked()));
    positions.advance(
        ConsumerGroup.of(handlers.consumer(), lane), batch.stream().map(Delivery::record).toList());
  }

  private static ParkedEvent tooEarly(Readable event, Duration retryIn) {
    return ParkedEvent.unbroken(event, ParkingReason.TOO_EARLY, NO_AGGREGATE, retryIn);
  }

  private static ParkedEvent contradiction(Readable event) {
    return ParkedEvent.unbroken(event, ParkingReason.CONTRADICTION, OTHER_CONTENT, null);
  }
}
