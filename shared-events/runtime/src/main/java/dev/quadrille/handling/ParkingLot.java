package dev.quadrille.handling;

import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.Lane;
import dev.quadrille.jdbc.Columns;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Keeps what could not be handled, whole: key, value, headers, position. */
final class ParkingLot {
  // The header columns are arrays; unnest would flatten arrays of arrays, so each row brings its
  // headers as one text of hex.
  private static final String PARK =
      """
      INSERT INTO parked_events (lane, topic, topic_id, partition, "offset", key, value, header_names, header_values,
                                 event_id, event_type, reason, detail, attempts, next_attempt_at)
      SELECT ?, p.topic, p.topic_id, p.partition, p.position, p.key, p.value,
             p.names::text[], p.header_values::bytea[], p.event_id, p.event_type, p.reason, p.detail, 1,
             now() + p.retry_millis * interval '1 millisecond'
      FROM unnest(?::text[], ?::uuid[], ?::int4[], ?::int8[], ?::bytea[], ?::bytea[], ?::text[], ?::text[], ?::uuid[],
                  ?::text[], ?::text[], ?::text[], ?::int8[])
        AS p (topic, topic_id, partition, position, key, value, names, header_values, event_id, event_type, reason,
              detail, retry_millis)
      ON CONFLICT DO NOTHING
      RETURNING topic, partition, "offset"
      """;

  private final JdbcClient jdbc;
  private final TopicIds topicIds;

  ParkingLot(JdbcClient jdbc, TopicIds topicIds) {
    this.jdbc = jdbc;
    this.topicIds = topicIds;
  }

  /**
   * Parks events in the caller's transaction, in one statement. A record that is parked already
   * stays as it is.
   *
   * @return those that were not parked before
   */
  Set<ParkedEvent> park(Lane lane, Collection<ParkedEvent> events) {
    if (events.isEmpty()) {
      return Set.of();
    }
    var parked = Set.copyOf(insert(lane, events));
    return events.stream()
        .filter(event -> parked.contains(Position.of(record(event))))
        .collect(Collectors.toSet());
  }

  private List<Position> insert(Lane lane, Collection<ParkedEvent> events) {
    return jdbc.sql(PARK)
        .param(lane.label())
        .param(Columns.of("text", events, event -> record(event).topic()))
        .param(Columns.of("uuid", events, event -> topicIds.of(record(event).topic())))
        .param(Columns.of("int4", events, event -> record(event).partition()))
        .param(Columns.of("int8", events, event -> record(event).offset()))
        .param(Columns.of("bytea", events, event -> record(event).key()))
        .param(Columns.of("bytea", events, event -> record(event).value()))
        .param(Columns.of("text", events, event -> names(record(event))))
        .param(Columns.of("text", events, event -> values(record(event))))
        .param(Columns.of("uuid", events, ParkingLot::eventId))
        .param(Columns.of("text", events, ParkingLot::type))
        .param(Columns.of("text", events, event -> event.reason().name()))
        .param(Columns.of("text", events, ParkedEvent::detail))
        .param(Columns.of("int8", events, event -> millis(event.retryIn())))
        .query(Position.class)
        .list();
  }

  private static ConsumerRecord<byte[], byte[]> record(ParkedEvent event) {
    return event.delivery().record();
  }

  private static @Nullable UUID eventId(ParkedEvent event) {
    return EventReader.idOf(record(event)).orElse(null);
  }

  private static @Nullable String type(ParkedEvent event) {
    return EventReader.typeOf(record(event)).map(EventType::wireName).orElse(null);
  }

  private static @Nullable Long millis(@Nullable Duration duration) {
    return duration == null ? null : duration.toMillis();
  }

  private static String names(ConsumerRecord<byte[], byte[]> record) {
    return literal(record, header -> quoted(header.key()));
  }

  private static String values(ConsumerRecord<byte[], byte[]> record) {
    return literal(record, header -> hex(header.value()));
  }

  private static String literal(
      ConsumerRecord<byte[], byte[]> record, Function<Header, String> element) {
    return Arrays.stream(record.headers().toArray())
        .map(element)
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String quoted(String text) {
    // PostgreSQL's text holds no NUL; a header name that has one is kept readable.
    return '"'
        + text.replace("\u0000", "\\u0000").replace("\\", "\\\\").replace("\"", "\\\"")
        + '"';
  }

  private static String hex(byte @Nullable [] value) {
    return value == null ? "NULL" : "\"\\\\x" + HexFormat.of().formatHex(value) + '"';
  }

  private record Position(String topic, int partition, long offset) {

    static Position of(ConsumerRecord<?, ?> record) {
      return new Position(record.topic(), record.partition(), record.offset());
    }
  }
}
