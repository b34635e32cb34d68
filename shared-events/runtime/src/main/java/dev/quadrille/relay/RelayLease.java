package dev.quadrille.relay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.replication.LogSequenceNumber;

/**
 * The row of {@code relay_beat}, seen from one relay: lease, progress and heartbeat in one, all on
 * the database's clock. Thread-safe: the beat and the engine share it.
 */
final class RelayLease implements AutoCloseable {
  // A beat is a DELETE and an INSERT, not an UPDATE: only an INSERT passes the publication, and a
  // beat that does not come back through the slot proves nothing and moves nothing.
  private static final String BEAT =
      """
      WITH old AS (
        DELETE FROM relay_beat WHERE leader = ? %s RETURNING beat, relayed_at, relayed_lsn)
      INSERT INTO relay_beat (leader, beat, relayed_at, relayed_lsn)
      SELECT ?, beat + 1, relayed_at, relayed_lsn FROM old
      """;
  private static final String RENEW = BEAT.formatted("");
  private static final String TAKE =
      BEAT.formatted("OR beat_at < clock_timestamp() - make_interval(secs => ?)");
  private static final String FIRST =
      "INSERT INTO relay_beat (leader, beat) VALUES (?, 1) ON CONFLICT DO NOTHING";
  private static final String READ =
      """
      SELECT b.leader, b.relayed_at, b.relayed_lsn::text,
             extract(epoch FROM clock_timestamp() - coalesce(b.relayed_at,
               (SELECT o.created_at FROM outbox o ORDER BY o.seq LIMIT 1))),
             s.slot_name, s.active, s.wal_status, to_jsonb(s)->>'failover', s.confirmed_flush_lsn::text,
             pg_wal_lsn_diff(pg_current_wal_lsn(), s.confirmed_flush_lsn),
             pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn),
             r.events, r.largest, r.event_id, r.event_type, r.bytes, r.topic, r.reason, r.refused_at
      FROM relay_beat b LEFT JOIN pg_replication_slots s ON s.slot_name = ?
      LEFT JOIN LATERAL (
        SELECT *, count(*) OVER () AS events, max(bytes) OVER () AS largest FROM refused_events ORDER BY seq LIMIT 1) r
      ON true
      """;
  // The slot is looked at together with the progress: one that stands beyond it has not been
  // confirmed by us, so it was made anew behind our back and rows lie between.
  private static final String ADVANCE =
      """
      UPDATE relay_beat SET relayed_at = coalesce(?, relayed_at), relayed_lsn = ?::pg_lsn
      WHERE leader = ? AND EXISTS (
        SELECT FROM pg_replication_slots
        WHERE slot_name = ? AND confirmed_flush_lsn <= relay_beat.relayed_lsn)
      """;
  private static final String RECORD =
      "UPDATE relay_beat SET relayed_at = ?, relayed_lsn = ?::pg_lsn WHERE leader = ?";
  private static final String RELEASE =
      "UPDATE relay_beat SET beat_at = '-infinity' WHERE leader = ?";

  private final Connection connection;
  private final UUID relay;
  private final String slot;
  private final Duration timeout;

  /**
   * @param connection the lease's own; closed with it
   * @param relay who asks for the lease
   * @param timeout how old somebody else's lease must be to be taken
   */
  RelayLease(Connection connection, UUID relay, String slot, Duration timeout) {
    this.connection = connection;
    this.relay = relay;
    this.slot = slot;
    this.timeout = timeout;
  }

  /** Takes the lease if it is free, timed out, released or ours already. */
  synchronized boolean acquire() throws SQLException {
    try (var take = connection.prepareStatement(TAKE)) {
      take.setObject(1, relay);
      take.setDouble(2, timeout.toMillis() / 1000.0);
      take.setObject(3, relay);
      if (take.executeUpdate() == 1) {
        return true;
      }
    }
    try (var first = connection.prepareStatement(FIRST)) {
      first.setObject(1, relay);
      return first.executeUpdate() == 1;
    }
  }

  /**
   * Writes the next beat.
   *
   * @throws RelayException when somebody else has taken the lease
   */
  synchronized void renew() throws SQLException {
    try (var renew = connection.prepareStatement(RENEW)) {
      renew.setObject(1, relay);
      renew.setObject(2, relay);
      requireLease(renew.executeUpdate());
    }
  }

  /** What the row tells, to the leader and to a standby alike. */
  synchronized RelayReading read() throws SQLException {
    try (var read = connection.prepareStatement(READ)) {
      read.setString(1, slot);
      try (var row = read.executeQuery()) {
        return row.next() ? reading(row) : RelayReading.NOTHING;
      }
    }
  }

  /**
   * Records that Kafka has acknowledged everything up to a position. Must come before the slot is
   * confirmed to it.
   *
   * @param at time of the newest beat before the position; null keeps the recorded one
   * @throws RelayException when the lease is lost, or the slot is not the one that was streamed
   *     from
   */
  synchronized void advance(@Nullable Instant at, LogSequenceNumber position) throws SQLException {
    try (var advance = connection.prepareStatement(ADVANCE)) {
      setTime(advance, 1, at);
      advance.setString(2, position.asString());
      advance.setObject(3, relay);
      advance.setString(4, slot);
      requireLease(advance.executeUpdate());
    }
  }

  /** Records progress that does not follow from the slot: where a new one begins, or by polling. */
  synchronized void record(RelayProgress progress) throws SQLException {
    try (var update = connection.prepareStatement(RECORD)) {
      setTime(update, 1, progress.at());
      update.setString(2, progress.position() == null ? null : progress.position().asString());
      update.setObject(3, relay);
      requireLease(update.executeUpdate());
    }
  }

  /** Gives the lease away, so that a standby takes over at once. */
  synchronized void release() throws SQLException {
    try (var release = connection.prepareStatement(RELEASE)) {
      release.setObject(1, relay);
      release.executeUpdate();
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  private static RelayReading reading(ResultSet row) throws SQLException {
    var at = row.getObject(2, OffsetDateTime.class);
    var position = row.getString(3);
    var lsn = position == null ? null : LogSequenceNumber.valueOf(position);
    var behind = row.getBigDecimal(4);
    return new RelayReading(
        row.getObject(1, UUID.class),
        at == null ? null : new RelayProgress(at.toInstant(), lsn),
        behind == null ? Duration.ZERO : Duration.ofMillis(behind.movePointRight(3).longValue()),
        row.getString(5) == null ? null : slot(row),
        row.getObject(12) == null ? null : refused(row));
  }

  // A server before version 17 knows no failover.
  private static RelayReport.Slot slot(ResultSet row) throws SQLException {
    return new RelayReport.Slot(
        row.getString(5),
        row.getBoolean(6),
        String.valueOf(row.getString(7)),
        Boolean.parseBoolean(row.getString(8)),
        row.getString(9),
        row.getLong(10),
        row.getLong(11));
  }

  private static RelayReport.Refused refused(ResultSet row) throws SQLException {
    return new RelayReport.Refused(
        row.getLong(12),
        row.getLong(13),
        row.getObject(14, UUID.class),
        row.getString(15),
        row.getLong(16),
        row.getString(17),
        row.getString(18),
        row.getObject(19, OffsetDateTime.class).toInstant());
  }

  private static void setTime(PreparedStatement statement, int index, @Nullable Instant time)
      throws SQLException {
    statement.setObject(index, time == null ? null : time.atOffset(ZoneOffset.UTC));
  }

  private static void requireLease(int rows) {
    if (rows == 0) {
      throw new RelayException("the lease is lost or the replication slot has moved by itself");
    }
  }
}
