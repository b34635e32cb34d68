package dev.quadrille.relay;

import static java.time.ZoneOffset.UTC;
import static java.util.stream.Collectors.joining;

import dev.quadrille.tracing.TracedEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/**
 * A row of the outbox, whichever way it was read.
 *
 * @param seq for one aggregate, the order of commits
 * @param id the event's id, lower-case UUID
 * @param aggregateId key of the record, lower-case UUID
 * @param payload value of the record
 * @param createdAt begin of the transaction that wrote it, RFC 3339 in UTC
 */
record OutboxRow(
    long seq,
    String id,
    String topic,
    String aggregateType,
    String aggregateId,
    String eventType,
    byte[] payload,
    @Nullable String traceparent,
    @Nullable String causationId,
    String createdAt) {

  // As Debezium writes what the column holds: all six digits.
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSX");
  private static final List<String> COLUMNS =
      List.of(
          "seq",
          "id",
          "topic",
          "aggregate_type",
          "aggregate_id",
          "event_type",
          "payload",
          "traceparent",
          "causation_id",
          "created_at");

  /**
   * What {@link #of(ResultSet)} reads, as the list of a SELECT.
   *
   * @param outbox by what name the query knows the outbox
   */
  static String columns(String outbox) {
    return COLUMNS.stream().map(column -> outbox + "." + column).collect(joining(", "));
  }

  /**
   * As many of the first rows as fit into a number of bytes, which is the last parameter: their
   * payloads exceed it by one at most.
   *
   * @param select with {@link #columns}
   * @param order column of the result that tells which rows are the first
   */
  static String bounded(String select, String order) {
    return """
    SELECT * FROM (
      SELECT *, sum(coalesce(octet_length(payload), 0)) OVER (ORDER BY %2$s) AS bytes FROM (%1$s) AS page)
    AS page WHERE bytes - coalesce(octet_length(payload), 0) <= ? ORDER BY %2$s
    """
        .formatted(select, order);
  }

  TracedEvent traced() {
    return new TracedEvent(eventType, topic, id);
  }

  /** When its transaction began. */
  Instant written() {
    return Instant.parse(createdAt);
  }

  /** From the new row in a change that the replication slot sent. */
  static OutboxRow of(Struct after) {
    return new OutboxRow(
        after.getInt64("seq"),
        after.getString("id"),
        after.getString("topic"),
        after.getString("aggregate_type"),
        after.getString("aggregate_id"),
        after.getString("event_type"),
        after.getBytes("payload"),
        after.getString("traceparent"),
        after.getString("causation_id"),
        after.getString("created_at"));
  }

  /** From the current row of a query for {@link #columns}. */
  static OutboxRow of(ResultSet row) throws SQLException {
    return new OutboxRow(
        row.getLong("seq"),
        row.getString("id"),
        row.getString("topic"),
        row.getString("aggregate_type"),
        row.getString("aggregate_id"),
        row.getString("event_type"),
        row.getBytes("payload"),
        row.getString("traceparent"),
        row.getString("causation_id"),
        MICROS.format(
            row.getObject("created_at", OffsetDateTime.class).withOffsetSameInstant(UTC)));
  }
}
