package dev.quadrille.testkit;

import static org.awaitility.Awaitility.await;

import dev.quadrille.testkit.platform.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Another transaction, in the way of those of a service: it holds what it has locked until it is
 * closed, and leaves nothing behind.
 */
public final class OtherTransaction implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration GLANCE = Duration.ofMillis(10);

  private final Database database;
  private final Connection connection;

  private OtherTransaction(Database database, Connection connection) {
    this.database = database;
    this.connection = connection;
  }

  /** Begins. */
  public static OtherTransaction on(Database database) {
    try {
      var connection = database.connect();
      connection.setAutoCommit(false);
      return new OtherTransaction(database, connection);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs one statement in it; waits for the locks of others as long as it takes. */
  public OtherTransaction execute(String sql) {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
      return this;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns when so many transactions of this database wait for locks. */
  public void awaitWaiting(int transactions) {
    await(transactions + " wait for locks")
        .pollInSameThread()
        .pollInterval(GLANCE)
        .atMost(PATIENCE)
        .until(() -> waiting() == transactions);
  }

  private int waiting() {
    return Integer.parseInt(
        database.ask(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0
            """));
  }

  /** Rolls back. */
  @Override
  public void close() {
    try (connection) {
      connection.rollback();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
