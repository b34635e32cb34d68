package dev.quadrille.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.service.DailyPartitions;
import dev.quadrille.service.Days;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Days are there before their events, and go when the events are published and old. */
class OutboxDaysIT {
  private static final String OLD = "20250102";

  private Days days;
  private JdbcClient jdbc;
  private DailyPartitions partitions;

  @BeforeEach
  void start() {
    days = new Days();
    jdbc = days.jdbc();
    partitions = days.of(new OutboxDays(jdbc, Duration.ofDays(3)));
    days.database()
        .execute(
            "CREATE TABLE outbox_"
                + OLD
                + " PARTITION OF outbox FOR VALUES FROM ('2025-01-02T00:00Z') TO"
                + " ('2025-01-03T00:00Z')");
    append("2025-01-02T12:00Z", 10);
  }

  @AfterEach
  void stop() {
    days.close();
  }

  @Test
  void dropsADayThatIsPublishedAndPastItsRetention() {
    published("now()");
    partitions.makeAhead();
    append("now()", 1);
    partitions.dropServed();
    assertThat(days()).doesNotContain(OLD).hasSize(8);
    assertThat(rows()).isOne();
  }

  @Test
  void keepsADayThatIsNotPublishedHoweverOldItIs() {
    published("'2025-01-03T00:30Z'");
    partitions.dropServed();
    assertThat(days()).containsExactly(OLD);
    published("'2025-01-03T01:00Z'");
    partitions.dropServed();
    assertThat(days()).isEmpty();
  }

  @Test
  void keepsADayOfWhichNothingWasEverPublished() {
    partitions.dropServed();
    assertThat(days()).containsExactly(OLD);
  }

  @Test
  void keepsADayThatPollingHasNotReached() {
    published("now()");
    jdbc.sql("INSERT INTO outbox_unrelayed SELECT max(seq), max(created_at) FROM outbox").update();
    partitions.dropServed();
    assertThat(days()).containsExactly(OLD);
  }

  @Test
  void heedsNoMarksThatPollingHasLeftBehind() {
    published("now()");
    jdbc.sql("INSERT INTO outbox_unrelayed SELECT max(seq), max(created_at) FROM outbox").update();
    jdbc.sql("UPDATE relay_beat SET relayed_lsn = '0/1'").update();
    partitions.dropServed();
    assertThat(days()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NULL", "'0/1'"})
  void keepsADayWithAnEventThatKafkaRefused(String position) {
    published("now()");
    jdbc.sql("UPDATE relay_beat SET relayed_lsn = " + position + "::pg_lsn").update();
    jdbc.sql(
            "INSERT INTO refused_events SELECT seq, created_at, id, topic, event_type, 0, 'large'"
                + " FROM outbox ORDER BY seq DESC LIMIT 1")
        .update();
    partitions.dropServed();
    assertThat(days()).containsExactly(OLD);
    jdbc.sql("DELETE FROM refused_events").update();
    partitions.dropServed();
    assertThat(days()).isEmpty();
  }

  @Test
  void keepsADayWithinItsRetention() {
    published("now()");
    var yesterday =
        jdbc.sql("SELECT to_char(now() AT TIME ZONE 'UTC' - interval '1 day', 'YYYYMMDD')")
            .query(String.class)
            .single();
    days.database()
        .execute(
            "CREATE TABLE outbox_%1$s PARTITION OF outbox FOR VALUES FROM ('%1$s 00:00Z') TO ('%1$s 24:00Z')"
                .formatted(yesterday));
    partitions.dropServed();
    assertThat(days()).containsExactly(yesterday);
  }

  @Test
  void waitsForNobodyWhoReadsADay() throws Exception {
    published("now()");
    try (var reader = days.database().connect()) {
      reader.setAutoCommit(false);
      reader.createStatement().execute("SELECT * FROM outbox_" + OLD);
      partitions.dropServed();
      assertThat(days()).containsExactly(OLD);
      reader.commit();
    }
    partitions.dropServed();
    assertThat(days()).isEmpty();
  }

  @Test
  void prunesTheDefaultPartitionWithoutReadingAllOfIt() {
    published("now()");
    append("2025-02-01T00:00Z", 2500);
    append("now()", 20_000);
    jdbc.sql("ANALYZE outbox_default").update();
    var plan =
        String.join(
            "\n",
            jdbc.sql(
                    "EXPLAIN SELECT ctid FROM outbox_default WHERE created_at < now() - interval '3"
                        + " days' ORDER BY created_at LIMIT 1000")
                .query(String.class)
                .list());
    assertThat(plan).contains("outbox_default_age").doesNotContain("Seq Scan");
    partitions.dropServed();
    assertThat(rows()).isEqualTo(20_000);
  }

  @Test
  void replicasMakeAndDropEachDayOnceBetweenThem() {
    published("now()");
    var replicas =
        IntStream.range(0, 4)
            .mapToObj(
                replica ->
                    CompletableFuture.runAsync(
                        () -> {
                          partitions.makeAhead();
                          partitions.dropServed();
                        }))
            .toList();
    replicas.forEach(CompletableFuture::join);
    assertThat(days()).doesNotContain(OLD).hasSize(8);
  }

  // Upkeep stood still for a week.
  @Test
  void makesTheNextDaysThoughTodayBeganInTheDefaultPartition() {
    append("now()", 1);
    partitions.makeAhead();
    assertThat(days()).hasSize(1 + 7);
    append("now() + interval '1 day'", 1);
    assertThat(jdbc.sql("SELECT count(*) FROM outbox_default").query(Integer.class).single())
        .isOne();
  }

  private void published(String at) {
    jdbc.sql(
            "INSERT INTO relay_beat (leader, beat, relayed_at) VALUES (gen_random_uuid(), 1, "
                + at
                + ") ON CONFLICT (id) DO UPDATE SET relayed_at = EXCLUDED.relayed_at")
        .update();
  }

  private void append(String at, int rows) {
    var time = at.startsWith("now") ? at : "timestamptz '" + at + "'";
    jdbc.sql(
            "INSERT INTO outbox (id, topic, aggregate_type, aggregate_id, event_type, payload,"
                + " created_at) SELECT gen_random_uuid(), 't', 'order', gen_random_uuid(), 'E', '',"
                + " "
                + time
                + " FROM generate_series(1, ?)")
        .param(rows)
        .update();
  }

  private int rows() {
    return jdbc.sql("SELECT count(*) FROM outbox").query(Integer.class).single();
  }

  private List<String> days() {
    return jdbc.sql(
            "SELECT substr(relname, 8) FROM pg_class WHERE relname ~ '^outbox_\\d{8}$' ORDER BY 1")
        .query(String.class)
        .list();
  }
}
