package dev.quadrille.service;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * A turn at migrating a database: whoever has it is alone. Flyway takes turns for each migration,
 * but not for making its history, which one of two that begin together does not survive.
 */
final class Turn implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final String LOCK = "hashtext('quadrille.migrations')";

  private final Connection connection;

  private Turn(Connection connection) {
    this.connection = connection;
  }

  /** Waits for a turn, for as long as somebody else has it. */
  static Turn take(DataSource database) throws SQLException {
    var turn = new Turn(database.getConnection());
    try {
      // Asked again and again, for who waits in the database is a transaction there, and an index
      // that is built concurrently waits for every transaction.
      while (!turn.ask("pg_try_advisory_lock")) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
      return turn;
    } catch (SQLException | RuntimeException e) {
      turn.connection.close();
      throw e;
    }
  }

  @Override
  public void close() throws SQLException {
    try (connection) {
      ask("pg_advisory_unlock");
    }
  }

  private boolean ask(String function) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT %s(%s)".formatted(function, LOCK))) {
      row.next();
      return row.getBoolean(1);
    }
  }
}
