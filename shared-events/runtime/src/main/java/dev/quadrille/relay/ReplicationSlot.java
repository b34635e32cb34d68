package dev.quadrille.relay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.postgresql.replication.LogSequenceNumber;
import org.postgresql.util.PSQLState;

/** The logical replication slot of a service, on a connection of the caller's. */
final class ReplicationSlot {
  private static final Duration GLANCE = Duration.ofMillis(50);
  private static final String STATE =
      """
      SELECT coalesce(database, ''), coalesce(wal_status = 'lost', false), confirmed_flush_lsn::text, active,
             coalesce((to_jsonb(s)->>'failover')::boolean, false)
      FROM pg_replication_slots s WHERE slot_name = ?
      """;
  private static final String CREATE = "SELECT pg_create_logical_replication_slot(?, 'pgoutput')";
  // Neither temporary nor two-phase.
  private static final String CREATE_FOR_FAILOVER =
      "SELECT pg_create_logical_replication_slot(?, 'pgoutput', false, false, true)";

  private final Connection connection;
  private final String name;

  ReplicationSlot(Connection connection, String name) {
    this.connection = connection;
    this.name = name;
  }

  /** Empty when there is no such slot. */
  Optional<SlotState> state() throws SQLException {
    try (var query = connection.prepareStatement(STATE)) {
      query.setString(1, name);
      try (var row = query.executeQuery()) {
        if (!row.next()) {
          return Optional.empty();
        }
        var confirmed = row.getString(3);
        return Optional.of(
            new SlotState(
                row.getString(1),
                row.getBoolean(2),
                confirmed == null ? null : LogSequenceNumber.valueOf(confirmed),
                row.getBoolean(4),
                row.getBoolean(5)));
      }
    }
  }

  /**
   * Ends whoever streams from the slot and waits until it is free. A former leader that froze keeps
   * its walsender for as long as TCP lets it.
   *
   * @throws RelayException when it is still taken after the timeout
   */
  void free(Duration timeout) throws SQLException {
    try (var end =
        connection.prepareStatement(
            "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots"
                + " WHERE slot_name = ? AND active_pid IS NOT NULL")) {
      end.setString(1, name);
      var deadline = System.nanoTime() + timeout.toNanos();
      while (endsAny(end)) {
        if (System.nanoTime() > deadline) {
          throw new RelayException("replication slot " + name + " stays in use by another process");
        }
        LockSupport.parkNanos(GLANCE.toNanos());
      }
    }
  }

  /**
   * Makes the slot, in place of one of that name that is of no use any more.
   *
   * @param timeout how long to wait for transactions that were open before
   * @param failover whether a standby is to keep a copy of it
   * @return where it begins and a time of the database before that
   * @throws RelayException when rights or a setting are missing or a transaction stays open
   */
  RelayProgress make(Duration timeout, boolean failover) throws SQLException {
    var before = databaseTime();
    try {
      if (state().isPresent()) {
        drop();
      }
      // Not a server-side statement_timeout alone: it would outlive a failure on this connection.
      try (var create = connection.prepareStatement(failover ? CREATE_FOR_FAILOVER : CREATE)) {
        create.setQueryTimeout((int) Math.max(1, timeout.toSeconds()));
        create.setString(1, name);
        create.execute();
      }
    } catch (SQLException e) {
      throw explained(e);
    }
    var position = state().map(SlotState::confirmed).orElse(null);
    if (position == null) {
      throw new RelayException("replication slot " + name + " vanished while it was made");
    }
    return new RelayProgress(before, position);
  }

  /**
   * Waits until every transaction that runs now has ended, so that a query after this sees all that
   * the slot will not send. A commit is in the WAL before it is visible, much before when it waits
   * for a synchronous standby.
   *
   * @param timeout the longest that a transaction which writes to the outbox can last
   */
  void awaitRunningTransactions(Duration timeout, BooleanSupplier abandoned) throws SQLException {
    String horizon;
    try (var query =
            connection.prepareStatement("SELECT pg_snapshot_xmax(pg_current_snapshot())::text");
        var row = query.executeQuery()) {
      row.next();
      horizon = row.getString(1);
    }
    var deadline = System.nanoTime() + timeout.toNanos();
    while (!ended(horizon) && System.nanoTime() < deadline && !abandoned.getAsBoolean()) {
      LockSupport.parkNanos(GLANCE.toNanos());
    }
  }

  /** Drops a free slot. */
  void drop() throws SQLException {
    try (var drop = connection.prepareStatement("SELECT pg_drop_replication_slot(?)")) {
      drop.setString(1, name);
      drop.execute();
    }
  }

  /** Moves a free slot forward, so that what Kafka has acknowledged is not sent again. */
  void advance(LogSequenceNumber position) throws SQLException {
    try (var advance =
        connection.prepareStatement(
            "SELECT pg_replication_slot_advance(slot_name, ?::pg_lsn) FROM pg_replication_slots"
                + " WHERE slot_name = ? AND confirmed_flush_lsn < ?::pg_lsn")) {
      advance.setString(1, position.asString());
      advance.setString(2, name);
      advance.setString(3, position.asString());
      advance.execute();
    }
  }

  private Instant databaseTime() throws SQLException {
    try (var query = connection.prepareStatement("SELECT clock_timestamp()");
        var row = query.executeQuery()) {
      row.next();
      return row.getObject(1, OffsetDateTime.class).toInstant();
    }
  }

  private boolean ended(String horizon) throws SQLException {
    try (var query =
        connection.prepareStatement("SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ?::xid8")) {
      query.setString(1, horizon);
      try (var row = query.executeQuery()) {
        row.next();
        return row.getBoolean(1);
      }
    }
  }

  private static boolean endsAny(PreparedStatement end) throws SQLException {
    try (var row = end.executeQuery()) {
      return row.next();
    }
  }

  private RelayException explained(SQLException e) throws SQLException {
    var state = e.getSQLState();
    if (PSQLState.QUERY_CANCELED.getState().equals(state)) {
      return new RelayException(
          "replication slot %s waits for open transactions to end: %s"
              .formatted(name, OpenTransactions.of(connection)),
          e);
    }
    if ("42501".equals(state)) {
      return new RelayException(
          "the role may not make a replication slot: ALTER ROLE <role> REPLICATION (%s)"
              .formatted(e.getMessage()),
          e);
    }
    if (PSQLState.UNDEFINED_FUNCTION.getState().equals(state)) {
      return new RelayException(
          "quadrille.relay.failover wants PostgreSQL 17 or newer: " + e.getMessage(), e);
    }
    throw e;
  }
}
