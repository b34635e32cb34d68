package dev.quadrille.cli.why;

import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.trace.Trace;
import java.util.List;

/** Finds what is parked under an order's key and is none of its events. */
final class StrayRecords {
  private final TargetSystem system;
  private final Trace trace;

  StrayRecords(TargetSystem system, Trace trace) {
    this.system = system;
    this.trace = trace;
  }

  /** Each that waits for a person. It holds nobody up: only the record is parked, never the key. */
  List<Obstacle> obstacles() {
    return trace.parked().stream()
        .filter(row -> row.settledAt() == null && !isEvent(row))
        .map(
            row ->
                Obstacle.beside(
                    "%s has parked a record at %s as %s: %s"
                        .formatted(
                            row.service().label(), row.position(), row.reason(), row.detail()),
                    ParkedHint.show(system, row)))
        .toList();
  }

  private boolean isEvent(Trace.Parked row) {
    return trace.events().stream()
        .anyMatch(
            event ->
                event.unhandled().contains(row.service())
                    && trace.parked(row.service(), event).filter(row::equals).isPresent());
  }
}
