package dev.quadrille.ops;

import dev.quadrille.handling.Figures;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;

/**
 * Shows how many aggregates are stuck, as {@code quadrille.ops.stuck} by machine and state, and how
 * many events that came too early.
 */
final class StuckGauge {
  private static final String NAME = "quadrille.ops.stuck";

  private final Figures<Integer> stuck;
  private final Figures<String> early;

  StuckGauge(StuckAggregates aggregates, StuckEvents events, MeterRegistry registry) {
    stuck = new Figures<>(aggregates::count);
    for (var state : aggregates.states()) {
      stuck.show(
          registry,
          NAME,
          "Aggregates that have been in an intermediate state for too long",
          state.number(),
          "machine",
          aggregates.machine(),
          "state",
          state.name());
    }
    early = new Figures<>(() -> Map.of(StuckEvents.STATE, events.count()));
    early.show(
        registry,
        NAME,
        "Events that have waited for their aggregate for too long",
        StuckEvents.STATE,
        "machine",
        StuckEvents.MACHINE,
        "state",
        StuckEvents.STATE);
  }

  void look() {
    try {
      stuck.look();
    } finally {
      early.look();
    }
  }
}
