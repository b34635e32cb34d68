package dev.quadrille.relay;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the outbox that bear the mark of not being relayed yet. A trigger writes the marks,
 * which stand in a small table of their own: the outbox stays insert-only, whatever the mode.
 */
final class UnrelayedRows {
  private static final String TRIGGER = "outbox_unrelayed";
  private static final String IS_MARKING =
      "SELECT count(*) FROM pg_trigger WHERE tgrelid = 'outbox'::regclass AND tgname = ?"
          + " AND tgenabled IN ('O', 'A')";
  // Its lock waits for every writer and makes every later one wait: no row falls between those that
  // are committed and those that are marked.
  private static final String START_MARKING =
      """
      SET lock_timeout = '2s';
      CREATE OR REPLACE TRIGGER %s AFTER INSERT ON outbox
      REFERENCING NEW TABLE AS appended FOR EACH STATEMENT EXECUTE FUNCTION outbox_mark_unrelayed();
      RESET lock_timeout
      """
          .formatted(TRIGGER);
  private static final String STOP_MARKING =
      """
      SET lock_timeout = '2s';
      DROP TRIGGER IF EXISTS %s ON outbox;
      TRUNCATE outbox_unrelayed;
      RESET lock_timeout
      """
          .formatted(TRIGGER);
  private static final String MARK_AGAIN =
      """
      WITH page AS (
        SELECT seq, created_at FROM outbox
        WHERE seq > ? AND created_at >= ?::timestamptz ORDER BY seq LIMIT ?),
      added AS (
        INSERT INTO outbox_unrelayed (seq, created_at) SELECT seq, created_at FROM page
        ON CONFLICT DO NOTHING)
      SELECT count(*), max(seq) FROM page
      """;
  private static final String OLDEST =
      "SELECT coalesce((SELECT min(created_at) FROM outbox_unrelayed), now())";
  // now() is older than the snapshot: what was committed before it is seen.
  private static final String ROUND = "SELECT now(), (SELECT max(seq) FROM outbox_unrelayed)";
  private static final String PAGE =
      OutboxRow.bounded(
          "SELECT u.seq AS mark, "
              + OutboxRow.columns("o")
              + " FROM (SELECT seq, created_at FROM outbox_unrelayed ORDER BY seq LIMIT ?) u"
              + " LEFT JOIN outbox o ON o.seq = u.seq AND o.created_at = u.created_at",
          "mark");
  private static final String RELAYED = "DELETE FROM outbox_unrelayed WHERE seq = ANY (?)";

  private final Connection connection;

  /**
   * @param connection the caller's, committing each statement by itself
   */
  UnrelayedRows(Connection connection) {
    this.connection = connection;
  }

  /** Whether rows are marked when they are inserted. */
  boolean isMarking() throws SQLException {
    try (var query = connection.prepareStatement(IS_MARKING)) {
      query.setString(1, TRIGGER);
      try (var row = query.executeQuery()) {
        row.next();
        return row.getInt(1) == 1;
      }
    }
  }

  /**
   * Marks every row that is inserted from now on.
   *
   * @throws RelayException when a transaction stays open or a right is missing
   */
  void startMarking() throws SQLException {
    try {
      execute(START_MARKING);
    } catch (SQLException e) {
      if ("55P03".equals(e.getSQLState())) {
        throw new RelayException(
            "polling waits for transactions that write to the outbox: "
                + OpenTransactions.of(connection),
            e);
      }
      if ("42501".equals(e.getSQLState())) {
        throw new RelayException(
            "the role may not mark rows: in polling mode it must own the outbox ("
                + e.getMessage()
                + ")",
            e);
      }
      throw e;
    }
  }

  /** Marks nothing any more and forgets the marks. Does nothing when nothing is marked. */
  void stopMarking() throws SQLException {
    if (isMarking()) {
      execute(STOP_MARKING);
    }
  }

  /**
   * Marks retained rows, those that were relayed included.
   *
   * @param from rows whose transaction began then or later; null: all
   * @return how many these are
   */
  long markAgain(@Nullable Instant from, int pageSize) throws SQLException {
    long marked = 0;
    long last = Long.MIN_VALUE;
    try (var mark = connection.prepareStatement(MARK_AGAIN)) {
      long rows;
      do {
        mark.setLong(1, last);
        mark.setString(2, from == null ? "-infinity" : from.toString());
        mark.setInt(3, pageSize);
        try (var page = mark.executeQuery()) {
          page.next();
          rows = page.getLong(1);
          last = page.getLong(2);
        }
        marked += rows;
      } while (rows == pageSize);
    }
    return marked;
  }

  /** A time of the database before which nothing was committed that is marked. */
  Instant oldest() throws SQLException {
    try (var query = connection.prepareStatement(OLDEST);
        var row = query.executeQuery()) {
      row.next();
      return row.getObject(1, OffsetDateTime.class).toInstant();
    }
  }

  /** Lets commits on this connection return before they are on disk. */
  void commitLazily() throws SQLException {
    execute("SET synchronous_commit = off");
  }

  /** Looks how far there is to go. */
  Round round() throws SQLException {
    try (var query = connection.prepareStatement(ROUND);
        var row = query.executeQuery()) {
      row.next();
      return new Round(
          row.getObject(1, OffsetDateTime.class).toInstant(), row.getObject(2, Long.class));
    }
  }

  /**
   * The first marked rows in {@code seq} order. Never past a cursor: a transaction that drew its
   * numbers early may commit late, and its rows are then the first.
   *
   * @param bytes most that the payloads have together; a page has one row all the same
   */
  Page first(int limit, long bytes) throws SQLException {
    var marks = new ArrayList<Long>();
    var rows = new ArrayList<OutboxRow>();
    try (var query = connection.prepareStatement(PAGE)) {
      query.setInt(1, limit);
      query.setLong(2, bytes);
      try (var row = query.executeQuery()) {
        while (row.next()) {
          marks.add(row.getLong("mark"));
          // A row that somebody deleted leaves its mark.
          if (row.getObject("seq") != null) {
            rows.add(OutboxRow.of(row));
          }
        }
      }
    }
    return new Page(marks, rows);
  }

  /** Takes the marks off, for Kafka has the rows. */
  void relayed(Page page) throws SQLException {
    try (var delete = connection.prepareStatement(RELAYED)) {
      delete.setArray(1, connection.createArrayOf("bigint", page.marks().toArray()));
      delete.executeUpdate();
    }
  }

  private void execute(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * What a round is to reach.
   *
   * @param at a time of the database: every row committed before is marked up to {@code last}, or
   *     relayed
   * @param last the largest {@code seq} marked; null: none is
   */
  record Round(Instant at, @Nullable Long last) {

    /** Whether rows up to this one are all of it. */
    boolean endsWith(Page page) {
      return last == null
          || page.marks().isEmpty()
          || page.marks().get(page.marks().size() - 1) >= last;
    }
  }

  /**
   * Rows to relay together.
   *
   * @param marks of these rows and of those that are gone, ascending
   */
  record Page(List<Long> marks, List<OutboxRow> rows) {}
}
