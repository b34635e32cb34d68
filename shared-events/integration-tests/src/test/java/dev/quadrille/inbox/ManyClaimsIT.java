package dev.quadrille.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.quadrille.service.BusyWriter;
import dev.quadrille.service.DailyPartitions;
import dev.quadrille.service.Days;
import dev.quadrille.service.LockedReads;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Claims of a producer whose ids tell no time fill the default partition, and hold nobody. */
class ManyClaimsIT {
  private static final int ROWS = Integer.getInteger("quadrille.rows", 300_000);

  private Days days;
  private DailyPartitions partitions;

  @BeforeEach
  void start() {
    days = new Days();
    var settings = new InboxProperties(Duration.ofDays(14), Duration.ofDays(3));
    partitions = days.of(new InboxDays(settings, () -> Map.of("order.events", Duration.ofDays(7))));
    partitions.makeAhead();
  }

  @AfterEach
  void stop() {
    days.close();
  }

  @Test
  void makesADayWhileForeignIdsAreClaimed() throws Exception {
    days.database().execute("DROP TABLE " + lastDay());
    // By chance, an id seems to be of that day.
    var chance = UuidCreator.getTimeOrderedEpochMin(Instant.now().plus(Duration.ofDays(7)));
    days.database().execute(claims("'%s'::uuid".formatted(chance), "now()", 1));
    days.database().execute(claims("gen_random_uuid()", "now()", ROWS));
    var reads = new LockedReads(days.database(), "processed_events_default");
    try (var writer = BusyWriter.on(days.database(), claims("gen_random_uuid()", "now()", 1))) {
      partitions.makeAhead();
    }
    assertThat(made()).isEqualTo("8");
    assertThat(reads.rows()).isZero();
    assertThat(
            days.database()
                .ask(
                    "SELECT tableoid::regclass FROM processed_events WHERE event_id = '%s'"
                        .formatted(chance)))
        .isEqualTo(lastDay());
  }

  @Test
  void dropsADayOfManyClaimsWhileForeignIdsAreClaimed() throws Exception {
    var from = UuidCreator.getTimeOrderedEpochMin(Instant.parse("2025-01-02T00:00:00Z"));
    var to = UuidCreator.getTimeOrderedEpochMin(Instant.parse("2025-01-03T00:00:00Z"));
    days.database()
        .execute(
            "CREATE TABLE processed_events_20250102 PARTITION OF processed_events FOR VALUES FROM ('%s') TO ('%s')"
                .formatted(from, to));
    var ids =
        "('%s' || lpad(to_hex(number), 12, '0'))::uuid".formatted(from.toString().substring(0, 24));
    days.database().execute(claims(ids, "now()", ROWS));
    days.database().execute(claims("gen_random_uuid()", "now()", ROWS));
    try (var writer = BusyWriter.on(days.database(), claims("gen_random_uuid()", "now()", 1))) {
      partitions.dropServed();
    }
    assertThat(made()).isEqualTo("8");
  }

  private static String claims(String id, String at, int rows) {
    return """
    INSERT INTO processed_events
    SELECT %s, '\\x0000000000000000000000000000000000000000000000000000000000000000', %s
    FROM generate_series(1, %d) AS number ORDER BY 1
    """
        .formatted(id, at, rows);
  }

  private String lastDay() {
    return days.database()
        .ask("SELECT max(relname) FROM pg_class WHERE relname ~ '^processed_events_\\d{8}$'");
  }

  private String made() {
    return days.database()
        .ask("SELECT count(*) FROM pg_class WHERE relname ~ '^processed_events_\\d{8}$'");
  }
}
