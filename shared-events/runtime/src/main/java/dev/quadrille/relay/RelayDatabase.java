package dev.quadrille.relay;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Opens connections of the relay's own. Never from a pool: a lease that waits for a connection is a
 * lost lease, and a pooler cannot replicate.
 */
final class RelayDatabase {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private final String url;
  private final Properties properties;
  private final Supplier<@Nullable String> password;

  /**
   * @param password asked anew for each connection, for it may change
   */
  RelayDatabase(String url, @Nullable String username, Supplier<@Nullable String> password) {
    var defaults = new Properties();
    PGProperty.TCP_KEEP_ALIVE.set(defaults, true);
    PGProperty.CONNECT_TIMEOUT.set(defaults, (int) CONNECT_TIMEOUT.toSeconds());
    if (username != null) {
      PGProperty.USER.set(defaults, username);
    }
    var parsed = Driver.parseURL(url, defaults);
    if (parsed == null) {
      throw new IllegalArgumentException("not a JDBC URL of PostgreSQL: " + url.split("[?]")[0]);
    }
    this.url = url;
    this.properties = parsed;
    this.password = password;
  }

  /** The name of the database. */
  String name() {
    return property(PGProperty.PG_DBNAME);
  }

  /** Every parameter of a connection by its name in the driver, those of the URL included. */
  Properties parameters() {
    var copy = new Properties();
    properties.stringPropertyNames().forEach(name -> copy.put(name, properties.getProperty(name)));
    var current = password.get();
    if (current != null) {
      copy.putIfAbsent(PGProperty.PASSWORD.getName(), current);
    }
    return copy;
  }

  /**
   * @param silence how long a statement may go without an answer before the connection counts as
   *     broken
   */
  Connection connect(String purpose, Duration silence) throws SQLException {
    var settings = parameters();
    PGProperty.APPLICATION_NAME.set(settings, "quadrille " + purpose);
    PGProperty.SOCKET_TIMEOUT.set(settings, (int) Math.max(1, silence.toSeconds()));
    Connection connection = new Driver().connect(url, settings);
    if (connection == null) {
      throw new SQLException("the driver does not take the URL it has parsed");
    }
    return connection;
  }

  /**
   * Sends a command of the replication protocol, which SQL has no words for.
   *
   * @param silence as for {@link #connect}
   */
  void replicationCommand(String command, Duration silence) throws SQLException {
    var settings = parameters();
    PGProperty.SOCKET_TIMEOUT.set(settings, (int) Math.max(1, silence.toSeconds()));
    PGProperty.REPLICATION.set(settings, "database");
    PGProperty.ASSUME_MIN_SERVER_VERSION.set(settings, "10");
    PGProperty.PREFER_QUERY_MODE.set(settings, "simple");
    try (var connection = new Driver().connect(url, settings);
        var statement = connection.createStatement()) {
      statement.execute(command);
    }
  }

  private String property(PGProperty property) {
    var value = property.getOrDefault(properties);
    if (value == null) {
      throw new IllegalArgumentException("the URL names no " + property.getName());
    }
    return value;
  }
}
