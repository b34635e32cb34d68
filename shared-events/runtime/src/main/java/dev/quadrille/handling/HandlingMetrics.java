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
    // A counter that begins at one when the first comes looks to a query as if nothing had come.
    for (var lane : Lane.values()) {
      for (var reason : ParkingReason.values()) {
        parked(lane, reason, 0);
      }
      for (var failure : Failure.values()) {
        failed(lane, failure, 0);
      }
    }
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
    parked(lane, reason, 1);
  }

  private void parked(Lane lane, ParkingReason reason, int times) {
    registry
        .counter("quadrille.handling.parked", "lane", lane.label(), "reason", reason.name())
        .increment(times);
  }

  void failed(Lane lane, Failure failure) {
    failed(lane, failure, 1);
  }

  private void failed(Lane lane, Failure failure, int times) {
    registry
        .counter("quadrille.handling.failures", "lane", lane.label(), "class", failure.name())
        .increment(times);
  }

  void moved(String machine, String move, MoveOutcome outcome) {
    registry
        .counter(
            "quadrille.state.moves", "machine", machine, "move", move, "outcome", outcome.name())
        .increment();
  }
}
