package dev.quadrille.cli.inject;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.cli.connection.RefusedException;
import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.trace.States;
import dev.quadrille.cli.waiting.Pause;
import dev.quadrille.contracts.Lane;
import dev.quadrille.local.Participant;
import dev.quadrille.relay.FaultDraw;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Cancels orders before inventory and account have read that they were placed. Their forward lanes
 * are held until both have read the cancellation.
 */
final class EarlyCompensation {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final List<Participant> HELD = List.of(Participant.INVENTORY, Participant.ACCOUNT);
  // The numbers of FENCED in both machines.
  private static final Map<Participant, Integer> FENCED =
      Map.of(Participant.INVENTORY, 5, Participant.ACCOUNT, 4);
  private static final String FIRST =
      """
      SELECT aggregate_id AS id, to_state AS state FROM state_journal
      WHERE from_state IS NULL AND aggregate_id = ANY (?)
      """;
  private static final String CANCELLED = "";

  private final TargetSystem system;
  private final OpsApi api;
  private final Fault fault;
  private final FaultDraw draw;
  private final Set<UUID> seen = new HashSet<>();
  private final Map<UUID, String> struck = new LinkedHashMap<>();
  private long asked;

  /**
   * Nothing is held yet.
   *
   * @param draw decides which orders are struck
   */
  EarlyCompensation(TargetSystem system, Fault fault, FaultDraw draw) {
    this.system = system;
    this.api = new OpsApi(system);
    this.fault = fault;
    this.draw = draw;
  }

  /**
   * Holds the lanes for so long, cancels what is placed meanwhile, and lets them go.
   *
   * @param begin orders from then on
   */
  void strike(Instant begin, Duration held) {
    // Whoever loses patience and presses Ctrl-C leaves no lane held.
    var rescue = new Thread(this::letGo, "let-go");
    Runtime.getRuntime().addShutdownHook(rescue);
    try {
      HELD.forEach(this::hold);
      var deadline = System.nanoTime() + held.toNanos();
      Pause.until(
          () -> {
            cancel(begin);
            return System.nanoTime() > deadline;
          },
          held.plus(PATIENCE));
      Pause.until(this::isRead, PATIENCE);
    } finally {
      letGo();
    }
    Runtime.getRuntime().removeShutdownHook(rescue);
  }

  /** The orders that were struck: how they ended, and what came first at those who were held. */
  List<Injected> became() {
    var ended = states("SELECT id, state FROM orders WHERE id = ANY (?)", Participant.ORDER);
    var first = new EnumMap<Participant, Map<UUID, Integer>>(Participant.class);
    HELD.forEach(service -> first.put(service, states(FIRST, service)));
    var became = new ArrayList<Injected>();
    struck.forEach(
        (order, refusal) -> {
          var fates = new TreeMap<String, String>();
          if (refusal.equals(CANCELLED)) {
            var end = States.name(Participant.ORDER, ended.get(order));
            fates.put(Participant.ORDER.label(), end);
            first.forEach((it, states) -> fates.put(it.label(), fate(it, states.get(order))));
          } else {
            fates.put(Participant.ORDER.label(), Injected.NOT_DONE + refusal);
          }
          became.add(new Injected(fault.label(), "order", order.toString(), null, null, fates));
        });
    return became;
  }

  private static String fate(Participant service, @Nullable Integer first) {
    if (first == null) {
      return Fates.UNREAD;
    }
    return first.equals(FENCED.get(service)) ? "fenced" : "acted first";
  }

  private void cancel(Instant begin) {
    var placed = placed(begin);
    placed.keySet().removeAll(seen);
    if (placed.isEmpty()) {
      return;
    }
    // What inventory has read just before it was held cannot be compensated early any more.
    var late = fault.order() == null ? reserved(placed.keySet()) : Set.<UUID>of();
    placed.forEach(
        (order, merchant) -> {
          seen.add(order);
          if (!late.contains(order) && draw.strikes("order", ++asked, fault.share())) {
            struck.put(order, cancelled(order, merchant));
          }
        });
  }

  private String cancelled(UUID order, String merchant) {
    try {
      api.cancel(order, merchant);
      return CANCELLED;
    } catch (RefusedException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Orders and whose they are. */
  private Map<UUID, String> placed(Instant begin) {
    var orders = system.database(Participant.ORDER.label());
    var query =
        fault.order() == null
            ? orders
                .sql(
                    "SELECT id, merchant_id FROM orders WHERE state = 1 AND state_since >= ? ORDER"
                        + " BY state_since, id")
                .param(OffsetDateTime.ofInstant(begin, ZoneOffset.UTC))
            : orders.sql("SELECT id, merchant_id FROM orders WHERE id = ?").param(fault.order());
    var placed = new LinkedHashMap<UUID, String>();
    query.query(
        row -> {
          placed.put(row.getObject("id", UUID.class), row.getString("merchant_id"));
        });
    return placed;
  }

  private Set<UUID> reserved(Collection<UUID> orders) {
    return new HashSet<>(
        system
            .database(Participant.INVENTORY.label())
            .sql("SELECT order_id FROM reservation WHERE order_id = ANY (?)")
            .param(orders.toArray(UUID[]::new))
            .query(UUID.class)
            .list());
  }

  private boolean isRead() {
    var cancelled = new HashSet<>(struck.keySet());
    cancelled.removeIf(order -> !struck.get(order).equals(CANCELLED));
    return HELD.stream()
        .allMatch(service -> states(FIRST, service).keySet().containsAll(cancelled));
  }

  private Map<UUID, Integer> states(String sql, Participant service) {
    var states = new HashMap<UUID, Integer>();
    system
        .database(service.label())
        .sql(sql)
        .param(struck.keySet().toArray(UUID[]::new))
        .query(
            row -> {
              states.put(row.getObject("id", UUID.class), row.getInt("state"));
            });
    return states;
  }

  private void letGo() {
    HELD.forEach(service -> lane(service, "/resume"));
  }

  private void hold(Participant service) {
    lane(service, "/pause");
    Pause.until(() -> lane(service).path("paused").asBoolean(), PATIENCE);
  }

  private void lane(Participant service, String what) {
    api.post(service, "/ops/lanes/" + Lane.FORWARD.label() + what, Map.of());
  }

  private JsonNode lane(Participant service) {
    return api.get(service, "/ops/lanes/" + Lane.FORWARD.label());
  }
}
