package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import dev.quadrille.handling.ParkedWhole.Action;
import dev.quadrille.handling.ParkedWhole.JournalLine;
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

  /** An event, whatever became of it. */
  Optional<ParkedRow> find(long id) {
    return jdbc.sql("SELECT * FROM parked_events WHERE id = ?")
        .param(id)
        .query((row, number) -> parked(row))
        .optional();
  }

  /** The same, locked. Waits for an attempt that is being made. */
  Optional<ParkedRow> lock(long id) {
    return jdbc.sql("SELECT * FROM parked_events WHERE id = ? FOR NO KEY UPDATE")
        .param(id)
        .query((row, number) -> parked(row))
        .optional();
  }

  /**
   * Locks an event that is still due.
   *
   * @return false if it is not, if another process has it, or if it was edited or attempted since
   *     it was read
   */
  boolean lockDue(ParkedRow row) {
    return jdbc.sql(
            """
            SELECT id FROM parked_events
            WHERE id = ? AND settled_at IS NULL AND next_attempt_at <= now() AND attempts = ?
              AND edited_value IS NOT DISTINCT FROM ?::bytea
            FOR NO KEY UPDATE SKIP LOCKED
            """)
        .param(row.id())
        .param(row.attempts())
        .param(row.edited())
        .query(Long.class)
        .optional()
        .isPresent();
  }

  /** Closes an event after an attempt. */
  void settle(ParkedRow row, Settlement settlement) {
    jdbc.sql(
            """
            UPDATE parked_events SET attempts = attempts + 1, next_attempt_at = NULL, settled_at = now(),
                                     settlement = ?
            WHERE id = ?
            """)
        .param(settlement.name())
        .param(row.id())
        .update();
  }

  /** Closes an event without one. */
  void discard(ParkedRow row) {
    jdbc.sql(
            """
            UPDATE parked_events SET next_attempt_at = NULL, settled_at = now(), settlement = 'DISCARDED'
            WHERE id = ?
            """)
        .param(row.id())
        .update();
  }

  /**
   * Counts an attempt that did not help.
   *
   * @param retryIn when the next one is; null if the event waits for a person
   */
  void failed(ParkedRow row, ParkingReason reason, String detail, @Nullable Duration retryIn) {
    jdbc.sql(
            """
            UPDATE parked_events SET attempts = attempts + 1, reason = ?, detail = ?,
                                     next_attempt_at = now() + ?::bigint * interval '1 millisecond'
            WHERE id = ?
            """)
        .param(reason.name())
        .param(detail)
        .param(retryIn == null ? null : retryIn.toMillis())
        .param(row.id())
        .update();
  }

  /** Has an event attempted at once, with this value from now on. */
  void due(ParkedRow row, byte @Nullable [] edited) {
    jdbc.sql(
            "UPDATE parked_events SET next_attempt_at = now(), edited_value = ?::bytea WHERE id ="
                + " ?")
        .param(edited)
        .param(row.id())
        .update();
  }

  /** Remembers what a person did about an event. */
  void note(ParkedRow row, Action action, byte @Nullable [] value, Instruction said) {
    jdbc.sql(
            """
            INSERT INTO parked_events_journal (parked_id, action, value_digest, by_whom, why)
            VALUES (?, ?, sha256(?::bytea), ?, ?)
            """)
        .param(row.id())
        .param(action.name())
        .param(value)
        .param(said.by())
        .param(said.why())
        .update();
  }

  /** What people did about an event, in the order of their doing. */
  List<JournalLine> journal(long id) {
    return jdbc.sql(
            """
            SELECT action, encode(value_digest, 'hex') AS sha256, by_whom AS by, why, at
            FROM parked_events_journal WHERE parked_id = ? ORDER BY id
            """)
        .param(id)
        .query(JournalLine.class)
        .list();
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
    var settlement = row.getString("settlement");
    return new ParkedRow(
        row.getLong("id"),
        Lane.valueOf(row.getString("lane").toUpperCase(Locale.ROOT)),
        ParkingReason.valueOf(row.getString("reason")),
        row.getString("detail"),
        row.getInt("attempts"),
        record,
        row.getBytes("edited_value"),
        settlement == null ? null : Settlement.valueOf(settlement));
  }
}
