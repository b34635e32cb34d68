package dev.quadrille.ops;

import dev.quadrille.handling.Figures;
import io.micrometer.core.instrument.MeterRegistry;

/** Shows how many aggregates are stuck, as {@code quadrille.ops.stuck} by machine and state. */
final class StuckGauge {
  private final Figures<Integer> stuck;

  StuckGauge(StuckAggregates aggregates, MeterRegistry registry) {
    stuck = new Figures<>(aggregates::count);
    for (var state : aggregates.states()) {
      stuck.show(
          registry,
          "quadrille.ops.stuck",
          "Aggregates that have been in an intermediate state for too long",
          state.number(),
          "machine",
          aggregates.machine(),
          "state",
          state.name());
    }
  }

  void look() {
    stuck.look();
  }
}
