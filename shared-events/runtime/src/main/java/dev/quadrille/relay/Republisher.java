package dev.quadrille.relay;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Sends retained rows of the outbox again, straight from the table, in {@code seq} order and under
 * their own ids: consumers know them again.
 */
final class Republisher {
  private static final String PAGE =
      OutboxRow.bounded(
          "SELECT "
              + OutboxRow.columns("outbox")
              + " FROM outbox WHERE seq > ? AND created_at >= ?::timestamptz ORDER BY seq LIMIT ?",
          "seq");

  private final Connection connection;
  private final RelayProducer producer;
  private final RelayProperties settings;

  Republisher(Connection connection, RelayProducer producer, RelayProperties settings) {
    this.connection = connection;
    this.producer = producer;
    this.settings = settings;
  }

  /**
   * Returns when Kafka has acknowledged them all, or refused one for itself: that is noted. Notes
   * of those that Kafka has now are gone.
   *
   * @param from rows whose transaction began then or later; null: all that are retained
   * @param replay name of the replay when a person asks for it, else null
   * @return how many Kafka has
   */
  long republish(@Nullable Instant from, @Nullable String replay)
      throws SQLException, InterruptedException {
    var since = from == null ? "-infinity" : from.toString();
    var notes = new RefusedEvents(connection);
    long sent = 0;
    long last = Long.MIN_VALUE;
    try (var query = connection.prepareStatement(PAGE)) {
      int rows;
      do {
        query.setLong(1, last);
        query.setString(2, since);
        query.setInt(3, settings.republishPage());
        query.setLong(4, settings.queueSize().toBytes());
        rows = 0;
        var acknowledged = new ArrayList<Long>();
        try (var row = query.executeQuery()) {
          while (row.next()) {
            var event = OutboxRow.of(row);
            producer.send(event, replay);
            last = event.seq();
            acknowledged.add(last);
            rows++;
          }
        }
        producer.awaitAcknowledged().forEach(refusal -> acknowledged.remove(refusal.row().seq()));
        notes.remove(acknowledged);
        sent += acknowledged.size();
      } while (rows > 0);
    }
    return sent;
  }
}
