package dev.quadrille.cli.why;

import static java.util.stream.Collectors.joining;

import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.trace.Trace;
import dev.quadrille.cli.trace.Trace.Copy;
import dev.quadrille.cli.trace.Trace.Event;
import dev.quadrille.local.Participant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what is between an event and those who should have taken care of it. */
final class Deliveries {
  private static final Set<String> UNREADABLE = Set.of("POISON", "UNKNOWN_SCHEMA");

  private static final Duration ON_ITS_WAY = Duration.ofSeconds(2);

  private final TargetSystem system;
  private final Trace trace;
  private final Surroundings surroundings;

  Deliveries(TargetSystem system, Trace trace, Surroundings surroundings) {
    this.system = system;
    this.trace = trace;
    this.surroundings = surroundings;
  }

  /** What is in the way of an event; empty if everybody has taken care of it. */
  List<Obstacle> obstacles(Event event) {
    if (event.copies().isEmpty()) {
      return List.of(untold(event));
    }
    return event.unhandled().stream().map(consumer -> unheard(event, consumer)).toList();
  }

  private Obstacle untold(Event event) {
    var owner = event.owner();
    var where = "%s is in %s's outbox, not on its topic".formatted(event.name(), owner.label());
    var silence = surroundings.silence(owner);
    if (silence.isPresent()) {
      return Obstacle.of("%s: %s".formatted(where, silence.get()), system.command("status"));
    }
    var age = Duration.between(event.writtenAt(), Instant.now());
    var relay = surroundings.relay(owner);
    // What the relay has not told of yet is not lost, however long it takes.
    var behind = Duration.ofMillis(relay.path("oldestUnpublishedMillis").asLong());
    if (relay.path("streaming").asBoolean() && age.compareTo(behind.plus(ON_ITS_WAY)) < 0) {
      return Obstacle.of("%s: the relay is %d ms behind".formatted(where, behind.toMillis()), null);
    }
    if (!relay.path("streaming").asBoolean()) {
      var problem = relay.path("problem").asString("no progress has been recorded lately");
      var held = held(owner);
      return Obstacle.of(
          "%s, and %s's relay does not stream: %s%s"
              .formatted(where, owner.label(), problem, held == null ? "" : "; " + held.what()),
          held == null ? system.command("relay status") : held.command());
    }
    return Obstacle.of(
        "%s, though %s's relay streams: the topic has lost it".formatted(where, owner.label()),
        republish(event));
  }

  private Obstacle unheard(Event event, Participant consumer) {
    var parked = trace.parked(consumer, event);
    if (parked.isPresent()) {
      return parked(event, parked.get());
    }
    var discarded = trace.discarded(consumer, event);
    if (discarded.isPresent()) {
      return discarded(event, discarded.get());
    }
    var copy = event.copies().get(event.copies().size() - 1);
    var where =
        "%s stands at %s and %s has not handled it"
            .formatted(event.name(), copy.position(), consumer.label());
    var silence = surroundings.silence(consumer);
    if (silence.isPresent()) {
      return Obstacle.of("%s: %s".formatted(where, silence.get()), system.command("status"));
    }
    return unread(event, consumer, copy, where);
  }

  private Obstacle unread(Event event, Participant consumer, Copy copy, String where) {
    var lane = event.type().lane();
    var next = surroundings.next(consumer, lane, copy.topic(), copy.partition());
    if (next.isPresent() && next.getAsLong() > copy.offset()) {
      return Obstacle.of(
          where + ", though it has read past it: somebody moved its offsets, or forgot its claim",
          system.command(
              "replay --topics %s --keys %s --types %s --live"
                  .formatted(copy.topic(), trace.order(), event.name())));
    }
    if (surroundings.paused(consumer, lane)) {
      return Obstacle.of(
          "%s: its %s lane is paused".formatted(where, lane.label()),
          system.command("lanes resume %s --service %s".formatted(lane.label(), consumer.label())));
    }
    var lag = surroundings.lag(copy.topic(), copy.partition(), next.orElse(0));
    return slow(
        consumer,
        "%s: group %s.%s is %d behind on %s-%d"
            .formatted(where, consumer.label(), lane.label(), lag, copy.topic(), copy.partition()));
  }

  private Obstacle slow(Participant consumer, String where) {
    var held = held(consumer);
    if (held != null) {
      return Obstacle.of("%s; %s".formatted(where, held.what()), held.command());
    }
    var reasons = new ArrayList<String>();
    surroundings
        .registryTrouble()
        .ifPresent(
            why -> reasons.add("the schema registry does not answer us (%s)".formatted(why)));
    var illness = surroundings.illness(consumer);
    if (!illness.isEmpty()) {
      reasons.add("%s is not well: %s".formatted(consumer.label(), String.join(", ", illness)));
    }
    return reasons.isEmpty()
        ? Obstacle.of(where, null)
        : Obstacle.of(
            "%s; %s, and it goes on by itself after that"
                .formatted(where, String.join(", ", reasons)),
            system.command("status"));
  }

  private Obstacle parked(Event event, Trace.Parked row) {
    var what =
        "%s has parked %s as %s after %d attempt%s: %s"
            .formatted(
                row.service().label(),
                event.name(),
                row.reason(),
                row.attempts(),
                row.attempts() == 1 ? "" : "s",
                row.detail());
    if (UNREADABLE.contains(row.reason()) && !event.inOutbox()) {
      return Obstacle.beside(what + ", and no outbox has it", ParkedHint.show(system, row));
    }
    // What is poison is not what was written: the outbox still has that.
    return row.reason().equals("POISON")
        ? Obstacle.of(what, republish(event))
        : Obstacle.of(what, ParkedHint.retry(system, row));
  }

  // Its claim stays, so that no replay helps: who waits for it waits for a person, or a deadline.
  private Obstacle discarded(Event event, Trace.Parked row) {
    var what =
        "%s has discarded %s, parked as %s, %s; it never has its effect there"
            .formatted(row.service().label(), event.name(), row.reason(), row.discarded().told());
    return Diagnosis.isTerminal(trace.status())
        ? Obstacle.beside(what, null)
        : Obstacle.of(what, null);
  }

  private String republish(Event event) {
    return system.command(
        "relay republish --from %s --service %s"
            .formatted(event.writtenAt(), event.owner().label()));
  }

  /** Who holds a lock that a service waits for. */
  private @Nullable Obstacle held(Participant service) {
    var holders = surroundings.holders(service);
    return holders.isEmpty()
        ? null
        : Obstacle.of(
            holders.values().stream().collect(joining(", "))
                + " holds what others wait for in %s's database".formatted(service.label()),
            holders.keySet().stream()
                .map("SELECT pg_terminate_backend(%d);"::formatted)
                .collect(joining(" ")));
  }
}
