package dev.quadrille.service;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The days of the tables that have a partition a day: made ahead of time, dropped when they have
 * served. A day goes as a whole, whatever it holds. Safe with several replicas.
 */
public final class DailyPartitions {
  private static final int DAYS_AHEAD = 7;
  private static final int BATCH = 1000;
  private static final Logger log = LoggerFactory.getLogger(DailyPartitions.class);
  // Whoever waits for a lock on a table makes everybody wait who comes later.
  private static final String ALONE =
      """
      SELECT set_config('lock_timeout', '1s', true),
             pg_advisory_xact_lock(hashtext('quadrille.partitions'))::text
      """;
  private static final String DAYS =
      """
      SELECT substring(c.relname FROM '\\d{8}$') FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = ?::regclass AND c.relname ~ ('^' || ? || '_\\d{8}$') ORDER BY 1
      """;
  private static final String PRUNE =
      """
      DELETE FROM %1$s_default WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM %1$s_default WHERE %2$s < ? ORDER BY %2$s LIMIT ?))
      """;

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final List<DailyTable> tables;

  DailyPartitions(JdbcClient jdbc, TransactionTemplate transaction, List<DailyTable> tables) {
    this.jdbc = jdbc;
    this.transaction = transaction;
    this.tables = tables;
  }

  /** Makes what is missing from today on. */
  public void makeAhead() {
    var today = LocalDate.ofInstant(now(), ZoneOffset.UTC);
    for (var table : tables) {
      today.datesUntil(today.plusDays(DAYS_AHEAD + 1)).forEach(day -> make(table, day));
    }
  }

  /** Drops the days that have served, and what has served in the default partitions. */
  public void dropServed() {
    tables.forEach(this::dropServed);
  }

  private void make(DailyTable table, LocalDate day) {
    try {
      // No parameters in DDL; the values are ours.
      alone(
          "CREATE TABLE IF NOT EXISTS %s PARTITION OF %s FOR VALUES FROM ('%s') TO ('%s')"
              .formatted(
                  partition(table, day),
                  table.name(),
                  table.keyAt(start(day)),
                  table.keyAt(start(day.plusDays(1)))));
    } catch (DataAccessException e) {
      // The default partition takes its rows, and is pruned. When it has some already, it is too
      // late for this day, but not for the next ones.
      log.warn("{} gets no partition for {}: {}", table.name(), day, e.getMessage());
    }
  }

  private void dropServed(DailyTable table) {
    try {
      table.servedBefore(now()).ifPresent(end -> dropServed(table, end));
    } catch (RuntimeException e) {
      log.warn("{} keeps what has served for now: {}", table.name(), e.getMessage());
    }
  }

  private void dropServed(DailyTable table, Instant end) {
    days(table).stream()
        .filter(day -> !start(day.plusDays(1)).isAfter(end))
        .forEach(day -> drop(table, day));
    prune(table, end);
  }

  // Not DETACH … CONCURRENTLY, which a table with a default partition refuses.
  private void drop(DailyTable table, LocalDate day) {
    try {
      alone("DROP TABLE IF EXISTS " + partition(table, day));
      log.info("{} of {} has served and is dropped", table.name(), day);
    } catch (DataAccessException e) {
      log.info("{} of {} stays for now: {}", table.name(), day, e.getMessage());
    }
  }

  private void prune(DailyTable table, Instant end) {
    var sql = PRUNE.formatted(table.name(), table.ageColumn());
    var before = end.atOffset(ZoneOffset.UTC);
    while (jdbc.sql(sql).param(before).param(BATCH).update() == BATCH) {
      log.debug("{}: a batch of the default partition has served", table.name());
    }
  }

  private List<LocalDate> days(DailyTable table) {
    return jdbc
        .sql(DAYS)
        .param(table.name())
        .param(table.name())
        .query(String.class)
        .list()
        .stream()
        .map(day -> LocalDate.parse(day, DateTimeFormatter.BASIC_ISO_DATE))
        .toList();
  }

  private void alone(String ddl) {
    transaction.executeWithoutResult(
        status -> {
          jdbc.sql(ALONE).query((row, number) -> row.getString(1)).single();
          jdbc.sql(ddl).update();
        });
  }

  private Instant now() {
    return jdbc.sql("SELECT now()").query(OffsetDateTime.class).single().toInstant();
  }

  private static Instant start(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private static String partition(DailyTable table, LocalDate day) {
    return table.name() + "_" + day.format(DateTimeFormatter.BASIC_ISO_DATE);
  }
}
