package dev.quadrille.relay;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;

/** Which transactions are in the way, for the person who can end them. */
final class OpenTransactions {
  private static final String OLDEST =
      """
      SELECT pid, coalesce(nullif(application_name, ''), 'unnamed'), datname, state,
             date_trunc('seconds', clock_timestamp() - xact_start)::text
      FROM pg_stat_activity
      WHERE backend_xid IS NOT NULL AND pid <> pg_backend_pid() ORDER BY xact_start LIMIT 3
      """;

  private OpenTransactions() {}

  /** The oldest that have written something, on the whole server. */
  static String of(Connection connection) throws SQLException {
    var found = new ArrayList<String>();
    try (var query = connection.prepareStatement(OLDEST);
        var row = query.executeQuery()) {
      while (row.next()) {
        found.add(
            "pid %d (%s) in %s, %s for %s"
                .formatted(
                    row.getInt(1),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    row.getString(5)));
      }
    }
    return found.isEmpty() ? "none is open any more" : String.join("; ", found);
  }
}
