package dev.quadrille.outbox;

import dev.quadrille.codec.EventCodec;
import dev.quadrille.contracts.EventType;
import dev.quadrille.jdbc.Columns;
import dev.quadrille.state.Ids;
import dev.quadrille.tracing.EventTraces;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * What a service tells the others. An event appended here is told if, and only if, the caller's
 * transaction commits.
 */
public class Outbox {
  private static final String APPEND =
      """
      INSERT INTO outbox (id, topic, aggregate_type, aggregate_id, event_type, payload, traceparent, causation_id)
      SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::uuid[], ?::text[], ?::bytea[], ?::text[], ?::uuid[])
      """;

  private final JdbcClient jdbc;
  private final EventCodec codec;
  private final Ids ids;
  private final EventTraces traces;
  private final long maxBytes;

  Outbox(
      JdbcClient jdbc, EventCodec codec, Ids ids, EventTraces traces, OutboxProperties properties) {
    this.jdbc = jdbc;
    this.codec = codec;
    this.ids = ids;
    this.traces = traces;
    this.maxBytes = properties.maxEventSize().toBytes();
  }

  /**
   * Appends what a command decided. They are part of the trace that this thread is in.
   *
   * @throws EventTooLargeException if the event would not fit its topic
   * @throws IllegalArgumentException if the event breaks a rule of its schema
   */
  @Transactional(propagation = Propagation.MANDATORY)
  public void append(SpecificRecord... events) {
    var traceparent = traces.current();
    append(Stream.of(events).map(event -> new Outgoing(event, null, traceparent)).toList());
  }

  /**
   * Appends what a batch decided, in this order, in one statement. Call it when the aggregates'
   * rows are locked or written: then the order of {@code seq} is the order of commits for each
   * aggregate.
   */
  @Transactional(propagation = Propagation.MANDATORY)
  public void append(List<Outgoing> outgoing) {
    if (outgoing.isEmpty()) {
      return;
    }
    var rows = outgoing.stream().map(this::row).toList();
    jdbc.sql(APPEND)
        .param(Columns.of("uuid", rows, Row::id))
        .param(Columns.of("text", rows, row -> row.type.topic()))
        .param(Columns.of("text", rows, row -> row.type.aggregate().label()))
        .param(Columns.of("uuid", rows, row -> row.type.orderId(row.outgoing.event())))
        .param(Columns.of("text", rows, row -> row.type.wireName()))
        .param(Columns.of("bytea", rows, Row::payload))
        .param(Columns.of("text", rows, row -> row.outgoing.traceparent()))
        .param(Columns.of("uuid", rows, row -> row.outgoing.causationId()))
        .update();
  }

  private Row row(Outgoing outgoing) {
    var type = EventType.of(outgoing.event());
    var payload = codec.encode(outgoing.event());
    if (payload.length > maxBytes) {
      throw new EventTooLargeException(type.wireName(), payload.length, maxBytes);
    }
    return new Row(ids.next(), type, payload, outgoing);
  }

  private record Row(UUID id, EventType type, byte[] payload, Outgoing outgoing) {}
}
