package dev.quadrille.ops;

import dev.quadrille.state.State;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Shows how many aggregates are stuck, as {@code quadrille.ops.stuck} by machine and state: what
 * the last look found, so that a scrape asks the database nothing. Not a number while nobody knows.
 */
final class StuckGauge {
  private final StuckAggregates stuck;
  private volatile @Nullable Map<Integer, Long> found;

  StuckGauge(StuckAggregates stuck, MeterRegistry registry) {
    this.stuck = stuck;
    for (var state : stuck.states()) {
      Gauge.builder("quadrille.ops.stuck", this, gauge -> gauge.of(state))
          .description("Aggregates that have been in an intermediate state for too long")
          .tags("machine", stuck.machine(), "state", state.name())
          .register(registry);
    }
  }

  void look() {
    try {
      found = stuck.count();
    } catch (RuntimeException e) {
      found = null;
      throw e;
    }
  }

  private double of(State state) {
    var known = found;
    return known == null ? Double.NaN : known.getOrDefault(state.number(), 0L);
  }
}
