package dev.quadrille.idempotency;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.LongTaskTimer;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** What is counted of requests under keys. The names are for dashboards and alerts: API. */
final class IdempotencyMetrics {
  private final Map<Outcome, Counter> requests = new EnumMap<>(Outcome.class);
  private final LongTaskTimer inFlight;
  private final Counter purged;
  private final AtomicReference<Double> oldestClaim = new AtomicReference<>(0.0);

  IdempotencyMetrics(MeterRegistry registry) {
    for (var outcome : Outcome.values()) {
      requests.put(
          outcome, registry.counter("quadrille.idempotency.requests", "outcome", outcome.label()));
    }
    inFlight = LongTaskTimer.builder("quadrille.idempotency.in.flight").register(registry);
    purged = registry.counter("quadrille.idempotency.purged");
    registry.gauge("quadrille.idempotency.oldest.claim.seconds", oldestClaim, AtomicReference::get);
  }

  /** Begins to measure how long this process works on a request. */
  LongTaskTimer.Sample begun() {
    return inFlight.start();
  }

  void count(Outcome outcome) {
    requests.get(outcome).increment();
  }

  /**
   * @param secondsOfOldestClaim of all processes
   */
  void purged(int keys, double secondsOfOldestClaim) {
    purged.increment(keys);
    oldestClaim.set(secondsOfOldestClaim);
  }
}
