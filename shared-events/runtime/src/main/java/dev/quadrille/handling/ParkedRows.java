package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The parking lot from the inside: what is due, and what became of it. */
final class ParkedRows {
  private static final int PAGE = 100;

  private final JdbcClient jdbc;

  ParkedRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The numbers of events that are due now, the longest due first. */
  List<Long> due() {
    return jdbc.sql(
            """
            SELECT id FROM parked_events WHERE settled_at IS NULL AND next_attempt_at <= now()
            ORDER BY next_attempt_at LIMIT ?
            """)
        .param(PAGE)
        .query(Long.class)
        .list();
  }

  /** Locks an event that is still due; empty if it is not, or if another process has it. */
  Optional<ParkedRow> lock(long id) {
    return jdbc.sql(
            """
            SELECT * FROM parked_events WHERE id = ? AND settled_at IS NULL AND next_attempt_at <= now()
            FOR NO KEY UPDATE SKIP LOCKED
            """)
        .param(id)
        .query((row, number) -> parked(row))
        .optional();
  }

  /** Closes an event that was handled. */
  void handled(ParkedRow row) {
    jdbc.sql(
            """
            UPDATE parked_events SET attempts = attempts + 1, next_attempt_at = NULL, settled_at = now(),
                                     settlement = 'HANDLED'
            WHERE id = ?
            """)
        .param(row.id())
        .update();
  }

  /** Counts an attempt that did not help; without a next one, the event waits for a person. */
  void failed(ParkedRow row, String detail, @Nullable Duration retryIn) {
    jdbc.sql(
            """
            UPDATE parked_events SET attempts = attempts + 1, detail = ?,
                                     next_attempt_at = now() + ?::bigint * interval '1 millisecond'
            WHERE id = ? AND attempts = ? AND settled_at IS NULL
            """)
        .param(detail)
        .param(retryIn == null ? null : retryIn.toMillis())
        .param(row.id())
        .param(row.attempts())
        .update();
  }

  private static ParkedRow parked(ResultSet row) throws SQLException {
    var record =
        new ConsumerRecord<>(
            row.getString("topic"),
            row.getInt("partition"),
            row.getLong("offset"),
            row.getBytes("key"),
            row.getBytes("value"));
    var names = (String[]) row.getArray("header_names").getArray();
    var values = (byte[][]) row.getArray("header_values").getArray();
    for (var i = 0; i < names.length; i++) {
      record.headers().add(names[i], values[i]);
    }
    var lane = Lane.valueOf(row.getString("lane").toUpperCase(Locale.ROOT));
    return new ParkedRow(row.getLong("id"), lane, row.getInt("attempts"), record);
  }
}
