package dev.quadrille.relay;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The notes of what Kafka refused: the relay goes past such an event, and none is forgotten. The
 * events themselves stay in the outbox.
 */
final class RefusedEvents {
  private static final Logger log = LoggerFactory.getLogger(RefusedEvents.class);
  private static final String NOTE =
      """
      INSERT INTO refused_events (seq, created_at, event_id, topic, event_type, bytes, reason)
      VALUES (?, ?::timestamptz, ?::uuid, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """;
  private static final String PAGE =
      OutboxRow.bounded(
          "SELECT r.seq AS note, "
              + OutboxRow.columns("o")
              + " FROM (SELECT seq, created_at FROM refused_events WHERE seq > ? ORDER BY seq LIMIT ?) r"
              + " LEFT JOIN outbox o ON o.seq = r.seq AND o.created_at = r.created_at",
          "note");
  private static final String REMOVE = "DELETE FROM refused_events WHERE seq = ANY (?)";

  private final Connection connection;

  /**
   * @param connection the caller's, committing each statement by itself
   */
  RefusedEvents(Connection connection) {
    this.connection = connection;
  }

  /** Notes what is not noted yet, and tells of that. */
  void note(List<Refusal> refusals) throws SQLException {
    try (var insert = connection.prepareStatement(NOTE)) {
      for (var refusal : refusals) {
        var row = refusal.row();
        insert.setLong(1, row.seq());
        insert.setString(2, row.createdAt());
        insert.setString(3, row.id());
        insert.setString(4, row.topic());
        insert.setString(5, row.eventType());
        insert.setInt(6, row.payload().length);
        insert.setString(7, refusal.reason());
        if (insert.executeUpdate() == 1) {
          log.warn(
              "Kafka refuses event {} ({}, {} bytes) for {}: {}. It is kept and sent again until"
                  + " Kafka takes it; others go on",
              row.id(),
              row.eventType(),
              row.payload().length,
              row.topic(),
              refusal.reason());
        }
      }
    }
  }

  /**
   * The first noted events in {@code seq} order.
   *
   * @param after those beyond this {@code seq}
   * @param bytes most that the payloads have together; a page has one row all the same
   */
  Page page(long after, int limit, long bytes) throws SQLException {
    var notes = new ArrayList<Long>();
    var rows = new ArrayList<OutboxRow>();
    try (var query = connection.prepareStatement(PAGE)) {
      query.setLong(1, after);
      query.setInt(2, limit);
      query.setLong(3, bytes);
      try (var row = query.executeQuery()) {
        while (row.next()) {
          notes.add(row.getLong("note"));
          // A row that somebody deleted leaves its note.
          if (row.getObject("seq") != null) {
            rows.add(OutboxRow.of(row));
          }
        }
      }
    }
    return new Page(notes, rows);
  }

  /**
   * Forgets the notes of events that need no more: Kafka has them, or their rows are gone.
   *
   * @param seqs of these and of others that are not noted
   * @return how many were noted
   */
  int remove(Collection<Long> seqs) throws SQLException {
    try (var delete = connection.prepareStatement(REMOVE)) {
      delete.setArray(1, connection.createArrayOf("bigint", seqs.toArray()));
      var removed = delete.executeUpdate();
      if (removed > 0) {
        log.info("Not refused any more: {} events", removed);
      }
      return removed;
    }
  }

  /**
   * Noted events.
   *
   * @param notes {@code seq} of these rows and of those that are gone, ascending
   */
  record Page(List<Long> notes, List<OutboxRow> rows) {}
}
