package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Shows what is parked now, by lane and reason: {@code quadrille.handling.parked.now}, and for how
 * long the oldest of them has been, {@code quadrille.handling.parked.oldest.age}. It is what the
 * last look found, so that a scrape asks the database nothing; not a number while nobody knows.
 * Every replica tells the same figures.
 */
final class ParkedGauge {
  private static final int COUNTED = 10_000;

  private final JdbcClient jdbc;
  private volatile @Nullable List<Group> found;

  ParkedGauge(JdbcClient jdbc, MeterRegistry registry) {
    this.jdbc = jdbc;
    for (var lane : Lane.values()) {
      for (var reason : ParkingReason.values()) {
        gauge("now", lane, reason, Group::events)
            .description("Events that could not be handled and are still parked")
            .register(registry);
        gauge("oldest.age", lane, reason, Group::ageSeconds)
            .description("How long the oldest of the parked events has been")
            .baseUnit("seconds")
            .register(registry);
      }
    }
  }

  void look() {
    try {
      found =
          jdbc.sql(
                  """
                  SELECT lane, reason, count(*) AS events, extract(epoch FROM now() - min(parked_at)) AS age_seconds
                  FROM (SELECT lane, reason, parked_at FROM parked_events WHERE settled_at IS NULL
                        ORDER BY parked_at LIMIT ?) AS parked
                  GROUP BY lane, reason
                  """)
              .param(COUNTED)
              .query(Group.class)
              .list();
    } catch (RuntimeException e) {
      found = null;
      throw e;
    }
  }

  private Gauge.Builder<ParkedGauge> gauge(
      String name, Lane lane, ParkingReason reason, Function<Group, Number> figure) {
    return Gauge.builder(
            "quadrille.handling.parked." + name, this, it -> it.of(lane, reason, figure))
        .tags("lane", lane.label(), "reason", reason.name());
  }

  private double of(Lane lane, ParkingReason reason, Function<Group, Number> figure) {
    var known = found;
    return known == null
        ? Double.NaN
        : known.stream()
            .filter(group -> group.is(lane, reason))
            .map(figure)
            .mapToDouble(Number::doubleValue)
            .findFirst()
            .orElse(0);
  }

  record Group(String lane, String reason, long events, double ageSeconds) {

    boolean is(Lane lane, ParkingReason reason) {
      return this.lane.equals(lane.label()) && this.reason.equals(reason.name());
    }
  }
}
