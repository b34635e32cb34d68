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
