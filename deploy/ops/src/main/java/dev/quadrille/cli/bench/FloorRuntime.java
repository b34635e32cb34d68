package dev.quadrille.cli.bench;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.quadrille.cli.bench.FloorSession.Column;
import java.lang.reflect.Array;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The statements of the runtime that every batch runs: claim, journal, outbox, positions. */
final class FloorRuntime {
  private static final String CLAIM =
      """
      WITH wanted AS (SELECT * FROM unnest(?::uuid[], ?::bytea[]) AS w (event_id, digest)),
           claimed AS (
             INSERT INTO processed_events (event_id, digest) SELECT event_id, digest FROM wanted
             ON CONFLICT DO NOTHING RETURNING event_id)
      SELECT w.event_id, c.event_id IS NOT NULL AS fresh, p.digest <> w.digest AS contradicts
      FROM wanted w LEFT JOIN claimed c USING (event_id) LEFT JOIN processed_events p USING (event_id)
      """;
  private static final String JOURNAL =
      """
      INSERT INTO state_journal (aggregate_id, event_id, move, from_state, to_state)
      SELECT * FROM unnest(?::uuid[], ?::uuid[], ?::text[], ?::int2[], ?::int2[])
      """;
  private static final String APPEND =
      """
      INSERT INTO outbox (id, topic, aggregate_type, aggregate_id, event_type, payload, traceparent, causation_id)
      SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::uuid[], ?::text[], ?::bytea[], ?::text[], ?::uuid[])
      """;
  private static final String ADVANCE =
      """
      INSERT INTO consumer_position AS p (consumer, topic_id, partition, topic, next_offset)
      SELECT ?, * FROM unnest(?::uuid[], ?::int4[], ?::text[], ?::int8[])
      ON CONFLICT (consumer, topic_id, partition) DO UPDATE SET next_offset = GREATEST(p.next_offset, EXCLUDED.next_offset)
      """;
  private static final int DIGEST_BYTES = 32;
  // Partitions that one batch reads from.
  private static final int PARTITIONS = 3;

  private final FloorSession session;
  private final int payloadBytes;
  private final UUID topic = UUID.randomUUID();
  private long offset;

  /**
   * @param payloadBytes how long an event is
   */
  FloorRuntime(FloorSession session, int payloadBytes) {
    this.session = session;
    this.payloadBytes = payloadBytes;
  }

  /** Ids as events and orders have them. */
  static UUID[] ids(int count) {
    return Stream.generate(UuidCreator::getTimeOrderedEpoch).limit(count).toArray(UUID[]::new);
  }

  void claim(UUID[] events) throws SQLException {
    session.run(CLAIM, uuids(events), repeated("bytea", new byte[DIGEST_BYTES], events.length));
  }

  void journal(UUID[] aggregates, UUID[] causes, String move, int to) throws SQLException {
    var count = aggregates.length;
    session.run(
        JOURNAL,
        uuids(aggregates),
        uuids(causes),
        repeated("text", move, count),
        repeated("int2", to - 1, count),
        repeated("int2", to, count));
  }

  void append(UUID[] orders, UUID[] causes, String topicName, String type) throws SQLException {
    var count = orders.length;
    session.run(
        APPEND,
        uuids(ids(count)),
        repeated("text", topicName, count),
        repeated("text", topicName.substring(0, topicName.indexOf('.')), count),
        uuids(orders),
        repeated("text", type, count),
        repeated("bytea", new byte[payloadBytes], count),
        new Column("text", new Object[count]),
        uuids(causes));
  }

  void advance(String consumer) throws SQLException {
    offset++;
    var count = PARTITIONS;
    session.run(
        ADVANCE,
        consumer,
        repeated("uuid", topic, count),
        new Column("int4", new Object[] {0, 1, 2}),
        repeated("text", "floor", count),
        repeated("int8", offset, count));
  }

  static Column uuids(UUID[] ids) {
    return new Column("uuid", ids);
  }

  static Column texts(List<String> texts) {
    return new Column("text", texts.toArray());
  }

  private static Column repeated(String type, Object value, int count) {
    // Of the elements' own class: the driver refuses bytes among objects.
    var values = (Object[]) Array.newInstance(value.getClass(), count);
    Arrays.fill(values, value);
    return new Column(type, values);
  }
}
