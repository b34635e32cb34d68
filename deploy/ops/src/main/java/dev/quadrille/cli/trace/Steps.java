package dev.quadrille.cli.trace;

import static java.util.stream.Collectors.joining;

import dev.quadrille.cli.trace.Step.Kind;
import dev.quadrille.cli.trace.Trace.Copy;
import dev.quadrille.cli.trace.Trace.Event;
import dev.quadrille.cli.trace.Trace.Move;
import dev.quadrille.cli.trace.Trace.Parked;
import dev.quadrille.contracts.Aggregate;
import dev.quadrille.local.Participant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells what is known about an order line by line, in the order in which it happened. */
final class Steps {
  private final Trace trace;

  Steps(Trace trace) {
    this.trace = trace;
  }

  /** All lines. */
  List<Step> all() {
    return Stream.of(
            trace.events().stream().flatMap(this::steps),
            trace.moves().stream().filter(this::isCommand).map(Steps::command),
            trace.strays().stream().map(this::stray))
        .flatMap(steps -> steps)
        .sorted(Comparator.comparing(Step::at))
        .toList();
  }

  private Stream<Step> steps(Event event) {
    if (event.copies().isEmpty()) {
      return Stream.of(missing(event));
    }
    var steps = new ArrayList<Step>();
    var first = event.copies().get(0);
    var consumers = Dance.consumers(event.type());
    if (consumers.isEmpty()) {
      steps.add(
          new Step(Kind.WELL, event.writtenAt(), event.owner(), null, event.name(), topic(event)));
    }
    consumers.forEach(consumer -> steps.add(heard(event, first, consumer)));
    event.copies().stream().skip(1).forEach(copy -> steps.add(again(event, copy)));
    return steps.stream();
  }

  private static Step missing(Event event) {
    return new Step(
        Kind.MISSING,
        event.writtenAt(),
        event.owner(),
        null,
        event.name(),
        "in %s's outbox, not on its topic".formatted(event.owner().label()));
  }

  private Step heard(Event event, Copy first, Participant consumer) {
    var parked = trace.parked(consumer, event);
    var discarded = trace.discarded(consumer, event);
    var handled = event.handled().get(consumer);
    if (parked.isPresent()) {
      return heard(Kind.PARKED, event, consumer, parked(parked.get()));
    }
    if (discarded.isPresent()) {
      return heard(Kind.DISCARDED, event, consumer, discarded(discarded.get()));
    }
    return handled == null
        ? heard(
            Kind.MISSING,
            event,
            consumer,
            "not handled by %s, stands at %s".formatted(consumer.label(), first.position()))
        : heard(
            Kind.WELL,
            event,
            consumer,
            "handled %s %s".formatted(millis(first.storedAt(), handled), moves(event, consumer)));
  }

  private static Step heard(Kind kind, Event event, Participant consumer, String what) {
    return new Step(
        kind,
        event.writtenAt(),
        event.owner(),
        consumer,
        event.name(),
        topic(event) + " → " + what);
  }

  private Step again(Event event, Copy copy) {
    var how = copy.replay() == null ? "a duplicate" : replayed(copy);
    return new Step(
        Kind.REPEATED,
        copy.storedAt(),
        event.owner(),
        null,
        event.name(),
        how + ", at " + copy.position() + setAside(copy.position()));
  }

  private Step stray(Trace.Stray stray) {
    var owner =
        Stream.of(Aggregate.values())
            .filter(aggregate -> stray.topic().startsWith(aggregate.label() + "."))
            .map(Dance::owner)
            .findFirst()
            .orElse(Participant.ORDER);
    var rows = trace.parkedAt(stray.position());
    var over = !rows.isEmpty() && rows.stream().allMatch(row -> row.settledAt() != null);
    return new Step(
        over ? Kind.DISCARDED : Kind.PARKED,
        stray.storedAt(),
        owner,
        null,
        "a record",
        "%s, at %s%s".formatted(stray.what(), stray.position(), setAside(stray.position())));
  }

  private String setAside(String position) {
    return trace.parkedAt(position).stream()
        .map(row -> ", " + (row.discarded() == null ? parked(row) : discarded(row)))
        .collect(joining());
  }

  private boolean isCommand(Move move) {
    return trace.event(move.eventId()).isEmpty();
  }

  private static Step command(Move move) {
    return new Step(Kind.COMMAND, move.at(), move.service(), null, change(move), "by no event");
  }

  private static String topic(Event event) {
    var first = event.copies().get(0);
    return "topic "
        + millis(event.writtenAt(), first.storedAt())
        + (first.replay() == null ? "" : ", " + replayed(first))
        + (event.inOutbox() ? "" : ", in no outbox");
  }

  private static String replayed(Copy copy) {
    return "replayed as " + copy.replay();
  }

  private static String parked(Parked row) {
    return "parked by %s as %s, #%d, %d attempts"
        .formatted(row.service().label(), row.reason(), row.id(), row.attempts());
  }

  private static String discarded(Parked row) {
    return "discarded by %s, #%d, parked as %s, %s"
        .formatted(row.service().label(), row.id(), row.reason(), row.discarded().told());
  }

  private String moves(Event event, Participant consumer) {
    return trace.moves().stream()
        .filter(move -> move.service() == consumer && move.eventId().equals(event.id()))
        .map(Steps::change)
        .collect(joining(", "));
  }

  private static String change(Move move) {
    if (move.from() == null) {
      return move.to();
    }
    return move.from().equals(move.to()) ? move.move() : move.from() + " ⇒ " + move.to();
  }

  /** Clocks differ: what seems to have ended before it began took no time. */
  static String millis(Instant from, @Nullable Instant to) {
    return to == null ? "?" : Math.max(0, Duration.between(from, to).toMillis()) + " ms";
  }
}
