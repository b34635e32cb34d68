package dev.quadrille.cli.trace;

import dev.quadrille.local.Participant;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What one service's database knows about an order. */
final class ServiceFacts {
  private static final String OUTBOX =
      """
      SELECT id, event_type, causation_id, created_at, payload FROM outbox WHERE aggregate_id = ? ORDER BY seq
      """;
  private static final String JOURNAL =
      """
      SELECT aggregate_id, event_id, move, from_state, to_state, at FROM state_journal
      WHERE aggregate_id = ANY (%s) ORDER BY at, from_state NULLS FIRST, to_state
      """;
  private static final String PARKED =
      """
      SELECT p.id, topic, partition, "offset", event_id, reason, detail, attempts, next_attempt_at, parked_at, settled_at,
             settlement, j.by_whom, j.why
      FROM parked_events AS p
      LEFT JOIN parked_events_journal AS j ON j.parked_id = p.id AND j.action = 'DISCARD'
      WHERE key = ? OR event_id = ANY (?) ORDER BY p.id
      """;

  private final Participant service;
  private final JdbcClient database;

  ServiceFacts(Participant service, JdbcClient database) {
    this.service = service;
    this.database = database;
  }

  /** What it has told, in the order of commits. */
  List<Row> outbox(UUID order) {
    return database
        .sql(OUTBOX)
        .param(order)
        .query(
            (row, number) ->
                new Row(
                    row.getObject("id", UUID.class),
                    row.getString("event_type"),
                    row.getObject("causation_id", UUID.class),
                    instant(row, "created_at"),
                    row.getBytes("payload")))
        .list();
  }

  /** Which of some events have had their effect, and when that transaction began. */
  Map<UUID, Instant> handled(Collection<UUID> events) {
    return database
        .sql("SELECT event_id, handled_at FROM processed_events WHERE event_id = ANY (?)")
        .param(events.toArray(UUID[]::new))
        .query(
            (row, number) ->
                Map.entry(row.getObject("event_id", UUID.class), instant(row, "handled_at")))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** The moves of its aggregates. */
  List<Trace.Move> moves(UUID order) {
    var ids =
        service == Participant.NOTIFICATION
            ? "ARRAY(SELECT id FROM notification WHERE order_id = ?)"
            : "ARRAY[?::uuid]";
    return database
        .sql(JOURNAL.formatted(ids))
        .param(order)
        .query((row, number) -> move(row))
        .list();
  }

  /** What it has set aside under the order's key, or of some events. */
  List<Trace.Parked> parked(UUID order, Collection<UUID> events) {
    return database
        .sql(PARKED)
        .param(order.toString().getBytes(StandardCharsets.UTF_8))
        .param(events.toArray(UUID[]::new))
        .query((row, number) -> parked(row))
        .list();
  }

  /** The state of the order; for order's database. */
  Optional<Integer> orderState(UUID order) {
    return database
        .sql("SELECT state FROM orders WHERE id = ?")
        .param(order)
        .query(Integer.class)
        .optional();
  }

  private Trace.Move move(ResultSet row) throws SQLException {
    var from = row.getObject("from_state", Integer.class);
    return new Trace.Move(
        service,
        row.getObject("aggregate_id", UUID.class),
        row.getObject("event_id", UUID.class),
        row.getString("move"),
        from == null ? null : States.name(service, from),
        States.name(service, row.getInt("to_state")),
        instant(row, "at"));
  }

  private Trace.Parked parked(ResultSet row) throws SQLException {
    return new Trace.Parked(
        service,
        row.getLong("id"),
        row.getString("topic"),
        row.getInt("partition"),
        row.getLong("offset"),
        row.getObject("event_id", UUID.class),
        row.getString("reason"),
        row.getString("detail"),
        row.getInt("attempts"),
        instant(row, "next_attempt_at"),
        instant(row, "parked_at"),
        instant(row, "settled_at"),
        discarded(row));
  }

  private static Trace.@Nullable Discarded discarded(ResultSet row) throws SQLException {
    return "DISCARDED".equals(row.getString("settlement"))
        ? new Trace.Discarded(row.getString("by_whom"), row.getString("why"))
        : null;
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    var time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  /** A row of the outbox. */
  record Row(UUID id, String type, @Nullable UUID causationId, Instant writtenAt, byte[] payload) {}
}
