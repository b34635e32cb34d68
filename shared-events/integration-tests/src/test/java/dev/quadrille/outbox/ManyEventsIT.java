package dev.quadrille.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.service.BusyWriter;
import dev.quadrille.service.DailyPartitions;
import dev.quadrille.service.Days;
import dev.quadrille.service.LockedReads;
import dev.quadrille.testkit.AtOnce;
import dev.quadrille.testkit.OtherTransaction;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Days come and go beside many rows, and nobody who writes notices. */
class ManyEventsIT {
  private static final int ROWS = Integer.getInteger("quadrille.rows", 300_000);
  private static final String WRITE = append("now()", 1);

  private Days days;
  private DailyPartitions partitions;

  @BeforeEach
  void start() {
    days = new Days();
    partitions = days.of(new OutboxDays(days.jdbc(), Duration.ofDays(3)));
  }

  @AfterEach
  void stop() {
    days.close();
  }

  // Upkeep stood still for a week.
  @Test
  void makesDaysBesideALargeDefaultPartitionAndHoldsNobody() throws Exception {
    days.database().execute(append("now()", ROWS));
    var reads = new LockedReads(days.database(), "outbox_default");
    try (var writer = BusyWriter.on(days.database(), WRITE)) {
      partitions.makeAhead();
    }
    assertThat(reads.rows()).isZero();
    assertThat(made()).as("from the day after tomorrow on").isEqualTo(6);
    assertThat(constraints()).isZero();
  }

  @Test
  void makesADayThoughSomebodyKeepsWriting() {
    partitions.makeAhead();
    forgetTheLastDay();
    try (var other = OtherTransaction.on(days.database())) {
      other.execute(WRITE);
      partitions.makeAhead();
      assertThat(made()).isEqualTo(8);
    }
  }

  @Test
  void endsWhatSomebodyBeganWhoDied() {
    partitions.makeAhead();
    days.database().execute(append("now() - interval '9 days'", ROWS));
    var last = forgetTheLastDay();
    days.database().execute(forbid(last, "now() + interval '7 days'"));
    partitions.makeAhead();
    assertThat(made()).isEqualTo(8);
    assertThat(constraints()).isZero();
  }

  @Test
  void refusesNoRowOfADayThatCannotBeMadeAnyMore() {
    days.database().execute(append("now() - interval '9 days'", ROWS));
    var today =
        "outbox_" + days.database().ask("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD')");
    days.database().execute(forbid(today, "now()"));
    days.database().execute(forbid("outbox_20250102", "timestamptz '2025-01-02T00:00Z'"));
    partitions.makeAhead();
    days.database().execute(WRITE);
    days.database().execute(append("timestamptz '2025-01-02T12:00Z'", 1));
    assertThat(constraints()).isZero();
  }

  @Test
  void dropsDaysOfManyRowsOnceBetweenReplicasAndHoldsNobody() throws Exception {
    partitions.makeAhead();
    for (var day : new String[] {"20250102", "20250103"}) {
      days.database()
          .execute(
              "CREATE TABLE outbox_%1$s PARTITION OF outbox FOR VALUES FROM ('%1$s 00:00Z') TO ('%1$s 24:00Z')"
                  .formatted(day));
      days.database().execute(append("timestamptz '%s 12:00Z'".formatted(day), ROWS / 2));
    }
    days.database().execute(append("timestamptz '2025-02-01 12:00Z'", ROWS / 10));
    days.database()
        .execute(
            "INSERT INTO relay_beat (leader, beat, relayed_at) VALUES (gen_random_uuid(), 1, now())");
    try (var writer = BusyWriter.on(days.database(), WRITE)) {
      AtOnce.run(Collections.nCopies(4, partitions::dropServed));
    }
    assertThat(made()).isEqualTo(8);
    assertThat(
            days.database()
                .ask("SELECT count(*) FROM outbox WHERE created_at < now() - interval '1 day'"))
        .isEqualTo("0");
  }

  private String forgetTheLastDay() {
    var last =
        days.database().ask("SELECT max(relname) FROM pg_class WHERE relname ~ '^outbox_\\d{8}$'");
    days.database().execute("DROP TABLE " + last);
    return last;
  }

  private static String forbid(String name, String at) {
    return "DO $$ BEGIN EXECUTE format('ALTER TABLE outbox_default ADD CONSTRAINT %1$s CHECK (created_at < %%1$L OR created_at >= %%1$L::timestamptz + interval ''1 day'') NOT VALID', date_trunc('day', %2$s, 'UTC')); END $$"
        .formatted(name, at);
  }

  private static String append(String at, int rows) {
    return """
    INSERT INTO outbox (id, topic, aggregate_type, aggregate_id, event_type, payload, created_at)
    SELECT gen_random_uuid(), 't', 'order', gen_random_uuid(), 'E', '', %s FROM generate_series(1, %d)
    """
        .formatted(at, rows);
  }

  private int made() {
    return count("pg_class WHERE relname ~ '^outbox_\\d{8}$'");
  }

  private int constraints() {
    return count("pg_constraint WHERE conrelid = 'outbox_default'::regclass AND contype = 'c'");
  }

  private int count(String rows) {
    return Integer.parseInt(days.database().ask("SELECT count(*) FROM " + rows));
  }
}
