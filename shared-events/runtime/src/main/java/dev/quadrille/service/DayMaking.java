package dev.quadrille.service;

import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Gives a day its partition, and holds nobody for long. PostgreSQL makes sure that the default
 * partition has no row of the day, and reads all of it while nobody may write there, unless a
 * constraint proves it. So one that is not small is first forbidden to take such rows, and then
 * read while others go on writing. What was begun and not ended goes on in the next round.
 */
final class DayMaking {
  private static final Logger log = LoggerFactory.getLogger(DayMaking.class);
  // Read within some hundredths of a second.
  private static final String SMALL = "16 MB";
  // While it is forbidden, and not made, a row of the day is refused: so early there are none.
  private static final Duration EARLY = Duration.ofDays(1);

  private static final String IS_MADE = "SELECT to_regclass('%3$s') IS NOT NULL";
  private static final String HAS_ROWS =
      "SELECT EXISTS (SELECT FROM %1$s_default WHERE %2$s >= '%4$s' AND %2$s < '%5$s')";
  private static final String IS_LARGE =
      "SELECT pg_relation_size('%s_default') > pg_size_bytes('" + SMALL + "')";
  private static final String IS_FORBIDDEN =
      """
      SELECT EXISTS (
        SELECT FROM pg_constraint WHERE conrelid = '%1$s_default'::regclass AND conname = '%3$s')
      """;
  private static final String FORBID =
      """
      ALTER TABLE %1$s_default ADD CONSTRAINT %3$s CHECK (%2$s < '%4$s' OR %2$s >= '%5$s') NOT VALID
      """;
  private static final String PROVE = "ALTER TABLE %1$s_default VALIDATE CONSTRAINT %3$s";
  private static final String ALLOW = "ALTER TABLE %1$s_default DROP CONSTRAINT IF EXISTS %3$s";
  private static final String CREATE = "CREATE TABLE %3$s (LIKE %1$s INCLUDING ALL)";
  // Of ids that tell no time, a few seem to be of any day.
  private static final String MOVE =
      """
      WITH early AS (DELETE FROM %1$s_default WHERE %2$s >= '%4$s' AND %2$s < '%5$s' RETURNING *)
      INSERT INTO %3$s SELECT * FROM early
      """;
  // Not CREATE TABLE … PARTITION OF, which waits for everybody who uses the table at all.
  private static final String ATTACH =
      "ALTER TABLE %1$s ATTACH PARTITION %3$s FOR VALUES FROM ('%4$s') TO ('%5$s')";

  private final JdbcClient jdbc;
  private final UpkeepTransaction transaction;

  DayMaking(JdbcClient jdbc, UpkeepTransaction transaction) {
    this.jdbc = jdbc;
    this.transaction = transaction;
  }

  /** Makes it unless it is made, or cannot be: then the default partition takes its rows. */
  void make(TableDay day, Instant now) {
    try {
      if (ask(IS_MADE, day)) {
        return;
      }
      var early = day.begin().isAfter(now.plus(EARLY));
      var large = ask(IS_LARGE, day);
      if (!early && (large || ask(HAS_ROWS, day))) {
        log.warn("{} is not made: it is late, and its rows go elsewhere", day.partition());
        allow(day);
        return;
      }
      if (large) {
        forbid(day);
      }
      attach(day);
    } catch (DataAccessException e) {
      log.warn("{} is not made for now: {}", day.partition(), e.getMessage());
    }
  }

  private void forbid(TableDay day) {
    transaction.run(
        () -> {
          if (!ask(IS_MADE, day) && !ask(IS_FORBIDDEN, day)) {
            execute(FORBID, day);
          }
        });
  }

  private void allow(TableDay day) {
    if (ask(IS_FORBIDDEN, day)) {
      transaction.run(() -> execute(ALLOW, day));
    }
  }

  private void attach(TableDay day) {
    transaction.run(
        () -> {
          if (ask(IS_MADE, day)) {
            return;
          }
          execute(CREATE, day);
          execute(MOVE, day);
          if (ask(IS_FORBIDDEN, day)) {
            execute(PROVE, day);
          }
          execute(ATTACH, day);
          execute(ALLOW, day);
        });
  }

  private boolean ask(String sql, TableDay day) {
    return jdbc.sql(day.in(sql)).query(Boolean.class).single();
  }

  private void execute(String ddl, TableDay day) {
    jdbc.sql(day.in(ddl)).update();
  }
}
