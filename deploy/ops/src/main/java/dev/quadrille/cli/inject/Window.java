package dev.quadrille.cli.inject;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.cli.connection.RefusedException;
import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.waiting.Pause;
import dev.quadrille.contracts.Lane;
import dev.quadrille.local.Participant;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The time in which relays and lanes do to events that come what a plan says. */
final class Window {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  // Longer than the window: a command that dies must not leave a system broken.
  private static final int GRACE_SECONDS = 120;
  private static final String REPLAY = "inject-mended";
  // The numbers of FENCED in both machines.
  private static final Map<Participant, Integer> FENCED =
      Map.of(Participant.INVENTORY, 5, Participant.ACCOUNT, 4);

  private final TargetSystem system;
  private final FaultPlan plan;
  private final OpsApi api;
  private final Instant begin;

  Window(TargetSystem system, FaultPlan plan) {
    this.system = system;
    this.plan = plan;
    this.api = new OpsApi(system);
    this.begin = databaseTime();
  }

  /** When it began, on the database's clock. */
  Instant begin() {
    return begin;
  }

  /** Keeps it open for as long as the plan says; everybody behaves again when this returns. */
  void keepOpen() {
    var lasts = Duration.ofSeconds(plan.seconds());
    var held = held(lasts);
    try {
      order();
      if (!held.isZero()) {
        FENCED.keySet().forEach(this::hold);
        Pause.lasting(held);
        FENCED.keySet().forEach(this::letGo);
      }
      Pause.lasting(lasts.minus(held));
      // What follows from what came meanwhile is struck, too: else the clock would decide.
      new Quiet(system).awaitStill(PATIENCE, this::holdsNothing);
    } finally {
      if (!held.isZero()) {
        FENCED.keySet().forEach(this::letGo);
      }
      end();
    }
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

  /** The orders whose compensation came first, by who was fenced. */
  List<Injected> fenced(Fault fault) {
    var orders = new TreeMap<UUID, Map<String, String>>();
    FENCED.forEach(
        (service, state) ->
            system
                .database(service.label())
                .sql(
                    "SELECT aggregate_id FROM state_journal WHERE from_state IS NULL AND to_state ="
                        + " ? AND at >= ?")
                .param(state)
                .param(OffsetDateTime.ofInstant(begin, ZoneOffset.UTC))
                .query(UUID.class)
                .list()
                .forEach(
                    order ->
                        orders
                            .computeIfAbsent(order, none -> new TreeMap<>())
                            .put(service.label(), "fenced")));
    return orders.entrySet().stream()
        .map(
            order ->
                new Injected(
                    fault.label(),
                    "order",
                    order.getKey().toString(),
                    null,
                    null,
                    order.getValue()))
        .toList();
  }

  private Duration held(Duration lasts) {
    return plan.faults().stream()
        .filter(fault -> fault.fault() == FaultKind.EARLY_COMPENSATION)
        .map(fault -> Duration.ofMillis(fault.millis()))
        .map(held -> held.compareTo(lasts) < 0 ? held : lasts)
        .findFirst()
        .orElse(Duration.ZERO);
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

  private void hold(Participant service) {
    lane(service, "/pause");
    Pause.until(() -> lane(service).path("paused").asBoolean(), PATIENCE);
  }

  private void letGo(Participant service) {
    lane(service, "/resume");
  }

  private void lane(Participant service, String what) {
    api.post(service, "/ops/lanes/" + Lane.FORWARD.label() + what, Map.of());
  }

  private JsonNode lane(Participant service) {
    return api.get(service, "/ops/lanes/" + Lane.FORWARD.label());
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
