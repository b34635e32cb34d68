package dev.quadrille.handling;

import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.Lane;
import dev.quadrille.state.MoveOutcome;
import io.micrometer.core.instrument.MeterRegistry;

/** What is counted of handling. All tags are from closed sets. */
final class HandlingMetrics {
  private final MeterRegistry registry;

  HandlingMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  void event(EventType type, Lane lane, String outcome) {
    registry
        .counter(
            "quadrille.handling.events",
            "type",
            type.record().getSimpleName(),
            "lane",
            lane.label(),
            "outcome",
            outcome)
        .increment();
  }

  void parked(Lane lane, ParkingReason reason) {
    registry
        .counter("quadrille.handling.parked", "lane", lane.label(), "reason", reason.name())
        .increment();
  }

  void failed(Lane lane, Failure failure) {
    registry
        .counter("quadrille.handling.failures", "lane", lane.label(), "class", failure.name())
        .increment();
  }

  void moved(String machine, String move, MoveOutcome outcome) {
    registry
        .counter(
            "quadrille.state.moves", "machine", machine, "move", move, "outcome", outcome.name())
        .increment();
  }
}
