package dev.quadrille.service;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;
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
  private static final String DAYS =
      """
      SELECT substring(c.relname FROM '\\d{8}$') FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = ?::regclass AND c.relname ~ ('^' || ? || '_\\d{8}$') ORDER BY 1
      """;
  private static final String BEGUN =
      """
      SELECT substring(conname FROM '\\d{8}$') FROM pg_constraint
      WHERE conrelid = (? || '_default')::regclass AND conname ~ ('^' || ? || '_\\d{8}$') ORDER BY 1
      """;
  private static final String PRUNE =
      """
      DELETE FROM %1$s_default WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM %1$s_default WHERE %2$s < ? ORDER BY %2$s LIMIT ?))
      """;

  private final JdbcClient jdbc;
  private final UpkeepTransaction transaction;
  private final DayMaking making;
  private final List<DailyTable> tables;

  DailyPartitions(JdbcClient jdbc, TransactionTemplate transaction, List<DailyTable> tables) {
    this.jdbc = jdbc;
    this.transaction = new UpkeepTransaction(jdbc, transaction);
    this.making = new DayMaking(jdbc, this.transaction);
    this.tables = tables;
  }

  /** Makes what is missing from today on. */
  public void makeAhead() {
    var now = now();
    var today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    for (var table : tables) {
      // What was begun ends, whenever that was.
      Stream.concat(dates(BEGUN, table).stream(), today.datesUntil(today.plusDays(DAYS_AHEAD + 1)))
          .distinct()
          .forEach(date -> making.make(new TableDay(table, date), now));
    }
  }

  /** Drops the days that have served and that nobody uses, and what has served besides. */
  public void dropServed() {
    dropServed(UpkeepTransaction.PATIENCE);
  }

  /**
   * Drops the days that have served, and what has served in the default partitions.
   *
   * @param patience how long to wait for those who use a table; all others wait as long
   * @return whether no day stays because its table was in use
   */
  boolean dropServed(Duration patience) {
    var unused = true;
    for (var table : tables) {
      unused &= dropServed(table, patience);
    }
    return unused;
  }

  private boolean dropServed(DailyTable table, Duration patience) {
    try {
      var end = table.servedBefore(now());
      return end.isEmpty() || dropServed(table, end.get(), patience);
    } catch (RuntimeException e) {
      log.warn("{} keeps what has served for now: {}", table.name(), e.getMessage());
      return true;
    }
  }

  private boolean dropServed(DailyTable table, Instant end, Duration patience) {
    prune(table, end);
    // Up to the first that is in use: a drop locks the whole table, so others would wait as long.
    return dates(DAYS, table).stream()
        .map(date -> new TableDay(table, date))
        .filter(day -> !day.end().isAfter(end))
        .allMatch(day -> drop(day, patience));
  }

  // Not DETACH … CONCURRENTLY, which a table with a default partition refuses.
  private boolean drop(TableDay day, Duration patience) {
    try {
      transaction.run(patience, () -> jdbc.sql(day.in("DROP TABLE IF EXISTS %3$s")).update());
      log.info("{} has served and is dropped", day.partition());
      return true;
    } catch (DataAccessException e) {
      log.info("{} has served and stays for now: {}", day.partition(), e.getMessage());
      return false;
    }
  }

  private void prune(DailyTable table, Instant end) {
    var sql = PRUNE.formatted(table.name(), table.ageColumn());
    var before = end.atOffset(ZoneOffset.UTC);
    while (jdbc.sql(sql).param(before).param(BATCH).update() == BATCH) {
      log.debug("{}: a batch of the default partition has served", table.name());
    }
  }

  private List<LocalDate> dates(String sql, DailyTable table) {
    return jdbc.sql(sql).param(table.name()).param(table.name()).query(String.class).list().stream()
        .map(date -> LocalDate.parse(date, DateTimeFormatter.BASIC_ISO_DATE))
        .toList();
  }

  private Instant now() {
    return jdbc.sql("SELECT now()").query(OffsetDateTime.class).single().toInstant();
  }
}
