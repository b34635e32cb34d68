package dev.quadrille.cli.why;

import static java.util.stream.Collectors.joining;

import dev.quadrille.cli.connection.MissingConnectionException;
import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.trace.Trace;
import dev.quadrille.cli.trace.Tracer;
import dev.quadrille.local.Participant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/** Looks at an order and at what surrounds it, and says why it is where it is. */
public final class Doctor {
  private final TargetSystem system;
  private final UUID order;

  /** For an order of a system. */
  public Doctor(TargetSystem system, UUID order) {
    this.system = system;
    this.order = order;
  }

  /** What is known now. */
  public Diagnosis examine() {
    var viewer = system.viewer();
    try (var tracer = new Tracer(system, order, viewer, false);
        var surroundings = new Surroundings(system, viewer)) {
      var trace = tracer.look();
      var unseen = new LinkedHashSet<>(trace.unseen());
      var waiting = waiting(unseen);
      var obstacles = new ArrayList<Obstacle>();
      var deliveries = new Deliveries(system, trace, surroundings);
      trace.events().forEach(event -> obstacles.addAll(deliveries.obstacles(event)));
      obstacles.addAll(new OpenCase(system, order).obstacles());
      obstacles.addAll(new StrayRecords(system, trace).obstacles());
      return new Diagnosis(
          order,
          trace.status(),
          reason(trace),
          stillOwed(waiting, trace),
          List.copyOf(obstacles),
          List.copyOf(unseen));
    }
  }

  private List<Waiting> waiting(Set<String> unseen) {
    var waiting = new ArrayList<Waiting>();
    for (var service : Participant.values()) {
      try {
        waiting.addAll(WaitingAggregates.of(service).find(order, system.database(service.label())));
      } catch (MissingConnectionException e) {
        unseen.add(e.getMessage());
      } catch (DataAccessException e) {
        unseen.add(service.label() + "'s database does not answer");
      }
    }
    return waiting;
  }

  /**
   * An aggregate does not hear of everything: what has been told is not owed any more, if something
   * else is.
   */
  private static List<Waiting> stillOwed(List<Waiting> waiting, Trace trace) {
    return waiting.stream()
        .map(
            it -> {
              var open = it.owed().stream().filter(debt -> !told(debt, trace)).toList();
              return open.isEmpty() ? it : it.owing(open);
            })
        .toList();
  }

  private static boolean told(String debt, Trace trace) {
    return trace.events().stream()
        .anyMatch(
            event ->
                debt.startsWith(event.owner().label() + ": ")
                    && List.of(debt.split("[ ,]+")).contains(event.name()));
  }

  /** Who refused what, as the events say it. */
  private static @Nullable String reason(Trace trace) {
    var reasons =
        trace.events().stream()
            .filter(event -> event.content() != null)
            .filter(
                event ->
                    switch (event.type()) {
                      case STOCK_REJECTED,
                          DEBIT_REJECTED,
                          ORDER_CANCELLATION_REQUESTED,
                          ORDER_REFUND_REQUESTED ->
                          true;
                      default -> false;
                    })
            .map(Doctor::reason)
            .collect(joining(", "));
    return reasons.isEmpty() ? null : reasons;
  }

  private static String reason(Trace.Event event) {
    var said = Map.copyOf(event.content()).get("reason");
    return said == null ? event.name() : event.name() + ": " + said;
  }
}
