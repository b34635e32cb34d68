package dev.quadrille.ops;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Shows what contradicts itself in this service's database, as {@code
 * quadrille.ops.invariant.violations}: what the view {@code invariant} says. There is no figure
 * while nobody knows.
 */
final class InvariantGauge {
  private final JdbcClient jdbc;
  private final MultiGauge violations;

  InvariantGauge(JdbcClient jdbc, MeterRegistry registry) {
    this.jdbc = jdbc;
    this.violations =
        MultiGauge.builder("quadrille.ops.invariant.violations")
            .description("What must never differ and does")
            .register(registry);
  }

  void look() {
    try {
      violations.register(found(), true);
    } catch (RuntimeException e) {
      violations.register(List.of(), true);
      throw e;
    }
  }

  private List<Row<?>> found() {
    return jdbc.sql("SELECT name, violations FROM invariant")
        .<Row<?>>query(
            (row, number) ->
                Row.of(Tags.of("invariant", row.getString("name")), row.getLong("violations")))
        .list();
  }
}
