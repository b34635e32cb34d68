package dev.quadrille.cli.bench;

import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.PlatformException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A statement and how long it took the server, as {@code pg_stat_statements} counts it. Waiting for
 * locks and for a processor is in it; planning is not.
 *
 * @param database whose it is
 * @param text its beginning, on one line
 * @param calls for each saga
 * @param millis of execution for each saga
 */
record StatementCost(String database, String text, double calls, double millis) {
  private static final int MOST = 12;
  private static final int LONGEST_TEXT = 90;
  private static final String DEAREST =
      """
      SELECT d.datname, regexp_replace(s.query, '\\s+', ' ', 'g') AS text, s.calls, s.total_exec_time
      FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
      ORDER BY s.total_exec_time DESC LIMIT %d
      """
          .formatted(MOST);

  /** Counts anew. */
  static void reset(Database server) {
    server.execute("SELECT pg_stat_statements_reset()");
  }

  /**
   * The dearest since the last reset, the dearest first.
   *
   * @param sagas how many there were since
   */
  static List<StatementCost> dearest(Database server, long sagas) {
    try (var connection = server.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(DEAREST)) {
      var dearest = new ArrayList<StatementCost>();
      while (rows.next()) {
        dearest.add(of(rows, Math.max(1, sagas)));
      }
      return dearest;
    } catch (SQLException e) {
      throw new PlatformException("statements cannot be read: " + e.getMessage(), e);
    }
  }

  private static StatementCost of(ResultSet row, double sagas) throws SQLException {
    var text = row.getString("text").strip();
    return new StatementCost(
        row.getString("datname"),
        text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text,
        row.getLong("calls") / sagas,
        row.getDouble("total_exec_time") / sagas);
  }
}
