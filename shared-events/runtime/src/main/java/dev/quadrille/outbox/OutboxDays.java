package dev.quadrille.outbox;

import dev.quadrille.service.DailyTable;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Keeps what is not published, however old, and what is, for the retention. */
final class OutboxDays implements DailyTable {
  // A row is dated by the begin of its transaction and published after its end. None lasts this
  // long; if one did, its lock would keep the partition of its day.
  private static final Duration LONGEST_TRANSACTION = Duration.ofHours(1);
  // What the relay has recorded, and what it still has to do when it polls: the clock alone proves
  // nothing. What Kafka refused is not published, wherever the relay is. With a position in the log
  // it does not poll, and marks that are left mean nothing.
  private static final String PUBLISHED =
      """
      SELECT CASE WHEN relayed_lsn IS NULL
                  THEN LEAST(relayed_at, (SELECT min(created_at) FROM outbox_unrelayed),
                             (SELECT min(created_at) FROM refused_events))
                  ELSE LEAST(relayed_at, (SELECT min(created_at) FROM refused_events)) END
      FROM relay_beat WHERE relayed_at IS NOT NULL
      """;

  private final JdbcClient jdbc;
  private final Duration retention;

  OutboxDays(JdbcClient jdbc, Duration retention) {
    this.jdbc = jdbc;
    this.retention = retention;
  }

  @Override
  public String name() {
    return "outbox";
  }

  @Override
  public String keyColumn() {
    return "created_at";
  }

  @Override
  public String keyAt(Instant time) {
    return time.toString();
  }

  @Override
  public String ageColumn() {
    return "created_at";
  }

  @Override
  public Optional<Instant> servedBefore(Instant now) {
    var expired = now.minus(retention);
    return jdbc.sql(PUBLISHED)
        .query(OffsetDateTime.class)
        .optional()
        .map(published -> published.toInstant().minus(LONGEST_TRANSACTION))
        .map(published -> published.isBefore(expired) ? published : expired);
  }
}
