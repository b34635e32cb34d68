package dev.quadrille.testkit.platform;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * A PostgreSQL database and how to log on to it.
 *
 * @param password may be empty, then the server does not ask for one
 */
public record Database(String host, int port, String name, String user, String password) {

  public String jdbcUrl() {
    return "jdbc:postgresql://%s:%d/%s".formatted(host, port, name);
  }

  /** A new connection; the caller closes it. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbcUrl(), user, password);
  }

  /** Nobody writes to the table until the connection is closed; those who wish to wait. */
  public Connection hold(String table) throws SQLException {
    var connection = connect();
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      statement.execute("LOCK TABLE %s IN SHARE MODE".formatted(table));
    }
    return connection;
  }

  /** How many wait for what somebody holds. */
  public int waiting() {
    return Integer.parseInt(
        ask(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'
            """));
  }

  /** Another database of the same server, which need not exist. */
  public Database sibling(String otherName) {
    return new Database(host, port, otherName, user, password);
  }

  /** Runs one statement in a transaction of its own. */
  public void execute(String sql) {
    try (var connection = connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** The first column of the first row, as text. */
  public String ask(String sql) {
    try (var connection = connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private PlatformException failure(SQLException e) {
    return new PlatformException("database %s: %s".formatted(jdbcUrl(), e.getMessage()), e);
  }
}
