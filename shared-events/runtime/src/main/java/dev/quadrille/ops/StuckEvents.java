package dev.quadrille.ops;

import dev.quadrille.handling.ParkingReason;
import dev.quadrille.ops.StuckAggregate.Owed;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Finds events that came before the aggregate they are about and have waited for it too long, by
 * the database's clock. Both queries read a bounded piece of one partial index.
 */
final class StuckEvents {
  static final String MACHINE = "event";
  static final String STATE = ParkingReason.TOO_EARLY.name();

  // As literals, not parameters: the planner proves by them that the partial index will do.
  private static final String STUCK =
      """
      FROM parked_events WHERE settled_at IS NULL AND reason = '%s'
        AND parked_at < now() - ? * interval '1 millisecond'
      """
          .formatted(STATE);
  private static final String COUNT =
      "SELECT count(*) FROM (SELECT 1 " + STUCK + " LIMIT ?) AS stuck";
  private static final String PAGE =
      """
      SELECT id, event_id, event_type, encode(key, 'escape') AS order_id, parked_at,
             extract(epoch FROM now() - parked_at)::bigint AS age
      %s AND (parked_at, event_id) > (?, ?) ORDER BY parked_at, event_id LIMIT ?
      """
          .formatted(STUCK);

  private final JdbcClient jdbc;
  private final Duration threshold;

  StuckEvents(JdbcClient jdbc, Duration threshold) {
    this.jdbc = jdbc;
    this.threshold = threshold;
  }

  /** How many there are; of the oldest {@value StuckAggregates#COUNTED}. */
  long count() {
    return jdbc.sql(COUNT)
        .param(threshold.toMillis())
        .param(StuckAggregates.COUNTED)
        .query(Long.class)
        .single();
  }

  /** Some of them, the oldest first. */
  List<StuckAggregate> after(StuckCursor seen, int limit) {
    return jdbc.sql(PAGE)
        .param(threshold.toMillis())
        .param(OffsetDateTime.ofInstant(seen.since(), ZoneOffset.UTC))
        .param(seen.aggregateId())
        .param(limit)
        .query((row, number) -> stuck(row))
        .list();
  }

  private static StuckAggregate stuck(ResultSet row) throws SQLException {
    var type = row.getString("event_type");
    return new StuckAggregate(
        row.getObject("event_id", UUID.class),
        // An event that was read has an order's id as its key.
        UUID.fromString(row.getString("order_id")),
        MACHINE,
        STATE,
        row.getObject("parked_at", OffsetDateTime.class).toInstant(),
        row.getLong("age"),
        List.of(
            new Owed(
                "whoever begins the order",
                "what %s, parked as %d, is about"
                    .formatted(type.substring(type.lastIndexOf('.') + 1), row.getLong("id")))));
  }
}
