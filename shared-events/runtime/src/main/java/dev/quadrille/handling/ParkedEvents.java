package dev.quadrille.handling;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quadrille.codec.RegistryUnavailableException;
import dev.quadrille.handling.Delivery.Readable;
import dev.quadrille.handling.ParkedWhole.Content;
import dev.quadrille.state.Outcome;
import dev.quadrille.state.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The parking lot as people look at it. */
public final class ParkedEvents {
  static final Refusal UNKNOWN =
      Refusal.unknown("unknown-parked-event", "No event was parked under this number.");

  private static final String SUMMARY =
      """
      SELECT id, lane, topic, partition, "offset", event_id, event_type, reason, detail, attempts, next_attempt_at,
             parked_at, settled_at, settlement,
             CASE WHEN octet_length(key) = 36
                       AND encode(key, 'escape') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                  THEN encode(key, 'escape')::uuid END AS order_id
      FROM parked_events WHERE\s\
      """;

  private final JdbcClient jdbc;
  private final ParkedRows rows;
  private final EventReader reader;

  ParkedEvents(JdbcClient jdbc, ParkedRows rows, EventReader reader) {
    this.jdbc = jdbc;
    this.rows = rows;
    this.reader = reader;
  }

  /**
   * Some events in the order of their numbers, which is that of their coming.
   *
   * @param after the number after which to begin
   */
  public List<ParkedSummary> list(ParkedFilter filter, long after, int limit) {
    var type = filter.type();
    return jdbc.sql(
            SUMMARY
                + filter.state().condition()
                + """
                 AND id > :after
                 AND (:reason::text IS NULL OR reason = :reason)
                 AND (:type::text IS NULL OR event_type = :type OR event_type LIKE :suffix)
                 AND (:key::bytea IS NULL OR key = :key)
                ORDER BY id LIMIT :limit
                """)
        .param("after", after)
        .param("reason", filter.reason() == null ? null : filter.reason().name())
        .param("type", type)
        .param("suffix", type == null ? null : "%." + type.replaceAll("[%_\\\\]", "\\\\$0"))
        .param("key", filter.orderId() == null ? null : filter.orderId().toString().getBytes(UTF_8))
        .param("limit", limit)
        .query(ParkedSummary.class)
        .list();
  }

  /** One event, whole; refused if there is none. */
  public Outcome<ParkedWhole> find(long id) {
    var whole = summary(id).flatMap(summary -> rows.find(id).map(row -> whole(summary, row)));
    return Outcome.of(whole, UNKNOWN);
  }

  Optional<ParkedSummary> summary(long id) {
    return jdbc.sql(SUMMARY + "id = ?").param(id).query(ParkedSummary.class).optional();
  }

  private ParkedWhole whole(ParkedSummary summary, ParkedRow row) {
    var record = row.record();
    var headers =
        Stream.of(record.headers().toArray())
            .map(header -> new ParkedWhole.Header(header.key(), header.value()))
            .toList();
    return new ParkedWhole(
        summary,
        record.key(),
        headers,
        Content.of(record.value()),
        Content.of(row.edited()),
        event(row),
        rows.journal(summary.id()));
  }

  private @Nullable SpecificRecord event(ParkedRow row) {
    try {
      return reader.read(row.attempted()) instanceof Readable readable ? readable.event() : null;
    } catch (RegistryUnavailableException e) {
      return null;
    }
  }
}
