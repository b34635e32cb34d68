package dev.quadrille.relay;

import dev.quadrille.testkit.platform.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;

/** A service's outbox, as a test writes to it. */
final class Outbox {
  // At a whole millisecond: the form of a time must not depend on its digits.
  private static final String INSERT =
      """
      INSERT INTO outbox (id, topic, aggregate_type, aggregate_id, event_type, payload,
                          traceparent, causation_id, created_at)
      VALUES (?, ?, 'order', ?, 'OrderPlaced', ?, ?, ?, date_trunc('milliseconds', clock_timestamp()) - make_interval(secs => ?))
      """;

  private final Database database;
  private final String topic;

  /** Migrates the database. */
  Outbox(Database database, String topic) {
    this.database = database;
    this.topic = topic;
    Flyway.configure()
        .dataSource(database.jdbcUrl(), database.user(), database.password())
        .locations("classpath:db/runtime")
        .load()
        .migrate();
  }

  Database database() {
    return database;
  }

  String topic() {
    return topic;
  }

  /** Commits events of one aggregate, each in a transaction of its own, and returns their ids. */
  List<UUID> append(UUID aggregate, int events) {
    return append(aggregate, events, Duration.ZERO);
  }

  List<UUID> append(UUID aggregate, int events, Duration ago) {
    var ids = new ArrayList<UUID>();
    try (var connection = database.connect()) {
      for (int i = 0; i < events; i++) {
        ids.add(insert(connection, topic, aggregate, new byte[] {(byte) i}, ago));
      }
      return ids;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  UUID append(UUID aggregate, String otherTopic, byte[] payload) {
    try (var connection = database.connect()) {
      return insert(connection, otherTopic, aggregate, payload, Duration.ZERO);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Commits events of one aggregate in one transaction. */
  List<UUID> appendTogether(UUID aggregate, byte[]... payloads) {
    var ids = new ArrayList<UUID>();
    try (var connection = database.connect()) {
      connection.setAutoCommit(false);
      for (var payload : payloads) {
        ids.add(insert(connection, topic, aggregate, payload, Duration.ZERO));
      }
      connection.commit();
      return ids;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static UUID insert(
      Connection connection, String topic, UUID aggregate, byte[] payload, Duration ago)
      throws SQLException {
    var id = UUID.randomUUID();
    try (var insert = connection.prepareStatement(INSERT)) {
      insert.setObject(1, id);
      insert.setString(2, topic);
      insert.setObject(3, aggregate);
      insert.setBytes(4, payload);
      insert.setString(5, traceparent(id));
      insert.setObject(6, payload.length == 0 ? id : null);
      insert.setDouble(7, ago.toMillis() / 1000.0);
      insert.executeUpdate();
    }
    return id;
  }

  static @Nullable String traceparent(UUID id) {
    return "00-" + id.toString().replace("-", "") + "-00f067aa0ba902b7-01";
  }
}
