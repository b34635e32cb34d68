package dev.quadrille.cli.inject;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.cli.connection.RefusedException;
import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.waiting.Pause;
import dev.quadrille.local.Participant;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The time in which relays and lanes do to events that come what a plan says. */
final class Window {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  // Longer than the window: a command that dies must not leave a system broken.
  private static final int GRACE_SECONDS = 120;
  private static final String REPLAY = "inject-mended";

  private final TargetSystem system;
  private final FaultPlan plan;
  private final OpsApi api;
  private final Instant begin;
  private final @Nullable EarlyCompensation early;

  Window(TargetSystem system, FaultPlan plan) {
    this.system = system;
    this.plan = plan;
    this.api = new OpsApi(system);
    this.begin = databaseTime();
    this.early =
        plan.earlyCompensation()
            .map(
                fault ->
                    new EarlyCompensation(system, fault, plan.draw(plan.faults().indexOf(fault))))
            .orElse(null);
  }

  /** When it began, on the database's clock. */
  Instant begin() {
    return begin;
  }

  /** Keeps it open for as long as the plan says; everybody behaves again when this returns. */
  void keepOpen() {
    var until = System.nanoTime() + Duration.ofSeconds(plan.seconds()).toNanos();
    try {
      order();
      if (early != null) {
        early.strike(begin, held());
      }
      Pause.lasting(Duration.ofNanos(until - System.nanoTime()));
      // What follows from what came meanwhile is struck, too: else the clock would decide.
      new Quiet(system).awaitStill(PATIENCE, this::holdsNothing);
    } finally {
      end();
    }
  }

  /** The orders that were compensated early. */
  List<Injected> compensated() {
    return early == null ? List.of() : early.became();
  }

  /** How many events relays should have held and did not, for too many were. */
  long spared() {
    return Stream.of(Participant.values())
        .mapToLong(service -> api.get(service, "/ops/faults").path("spared").asLong())
        .sum();
  }

  /** What relays have done. */
  List<Injected> struck() {
    var struck = new ArrayList<Injected>();
    for (var service : Participant.values()) {
      for (var one : api.get(service, "/ops/faults").path("struck")) {
        var name = one.path("fault").asString();
        struck.add(
            new Injected(
                name.substring(name.indexOf(' ') + 1),
                one.path("type").asString(),
                one.path("order").asString(),
                UUID.fromString(one.path("event").asString()),
                null,
                Map.of()));
      }
    }
    return struck;
  }

  /** Has what was dropped sent again, from the outboxes. */
  void mend() {
    for (var service : Participant.values()) {
      api.post(
          service,
          "/ops/relay/republish",
          Map.of("from", begin.toString(), "replay", REPLAY),
          PATIENCE.multipliedBy(20));
    }
  }

  private Duration held() {
    var held = plan.earlyCompensation().orElseThrow().millis();
    return Duration.ofMillis(Math.min(held, Duration.ofSeconds(plan.seconds()).toMillis()));
  }

  private void order() {
    var faults =
        IntStream.range(0, plan.faults().size())
            .filter(place -> plan.faults().get(place).fault().inRelay().isPresent())
            .mapToObj(place -> plan.faults().get(place).forRelay(place))
            .toList();
    var body =
        Map.of("seed", plan.seed(), "seconds", plan.seconds() + GRACE_SECONDS, "faults", faults);
    for (var service : Participant.values()) {
      api.post(service, "/ops/faults", body);
    }
  }

  private void end() {
    for (var service : Participant.values()) {
      api.post(service, "/ops/faults/end", Map.of());
    }
    for (var service : Participant.values()) {
      if (!Pause.until(() -> holdsNothing(service), PATIENCE)) {
        throw new RefusedException(
            "%s's relay still holds events; 'relay republish' sends them"
                .formatted(service.label()));
      }
    }
  }

  private boolean holdsNothing() {
    return Stream.of(Participant.values()).allMatch(this::holdsNothing);
  }

  private boolean holdsNothing(Participant service) {
    return api.get(service, "/ops/faults").path("held").asInt() == 0;
  }

  private Instant databaseTime() {
    return system
        .database(Participant.ORDER.label())
        .sql("SELECT clock_timestamp()")
        .query(OffsetDateTime.class)
        .single()
        .toInstant();
  }
}
