package dev.quadrille.service;

import com.github.f4b6a3.uuid.UuidCreator;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/**
 * Makes the daily partitions of the outbox and the inbox ahead of time. Safe with several replicas.
 */
public class DailyPartitions {
  private static final int DAYS_AHEAD = 7;

  private final JdbcClient jdbc;

  DailyPartitions(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Makes what is missing from today on. Days are UTC by the database's clock. */
  @Transactional
  public void makeAhead() {
    jdbc.sql(
            "SELECT set_config('lock_timeout', '2s', true),"
                + " pg_advisory_xact_lock(hashtext('quadrille.partitions'))")
        .query((row, number) -> row.getString(1))
        .single();
    var today = jdbc.sql("SELECT (now() AT TIME ZONE 'UTC')::date").query(LocalDate.class).single();
    today.datesUntil(today.plusDays(DAYS_AHEAD + 1)).forEach(this::make);
  }

  private void make(LocalDate day) {
    var from = day.atStartOfDay(ZoneOffset.UTC).toInstant();
    var to = day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    make("outbox", day, from.toString(), to.toString());
    make("processed_events", day, firstId(from).toString(), firstId(to).toString());
  }

  private void make(String table, LocalDate day, String from, String to) {
    // No parameters in DDL; the values are ours.
    jdbc.sql(
            "CREATE TABLE IF NOT EXISTS %s_%s PARTITION OF %s FOR VALUES FROM ('%s') TO ('%s')"
                .formatted(table, day.toString().replace("-", ""), table, from, to))
        .update();
  }

  /** The smallest UUID of version 7 of an instant (RFC 9562, section 5.7). */
  private static UUID firstId(Instant instant) {
    return UuidCreator.getTimeOrderedEpochMin(instant);
  }
}
