package dev.quadrille.relay;

import java.sql.Connection;
import java.sql.SQLException;

/** What a database must offer before the relay can stream, each with the way to provide it. */
final class RelayRequirements {
  /** Made by the runtime's migration. */
  static final String PUBLICATION = "quadrille_outbox";

  private static final String MISSING_RIGHTS =
      """
      SELECT string_agg(format('GRANT %s ON %I TO %I', missing, name, current_user), '; ')
      FROM (
        SELECT name, string_agg(privilege, ', ' ORDER BY privilege DESC) AS missing
        FROM (VALUES ('outbox', 'SELECT'), ('relay_beat', 'SELECT'), ('relay_beat', 'INSERT'),
                     ('relay_beat', 'UPDATE'), ('relay_beat', 'DELETE'), ('refused_events', 'SELECT'),
                     ('refused_events', 'INSERT'), ('refused_events', 'DELETE')) AS needed (name, privilege)
        WHERE NOT has_table_privilege(name, privilege) GROUP BY name) AS lacking
      """;
  private static final String PUBLICATION_STATE =
      """
      SELECT pubinsert AND pubviaroot AND NOT (pubupdate OR pubdelete OR pubtruncate)
        AND (SELECT count(*) = 2 FROM pg_publication_tables t
             WHERE t.pubname = p.pubname AND t.schemaname = current_schema()
               AND t.tablename IN ('outbox', 'relay_beat'))
      FROM pg_publication p WHERE pubname = ?
      """;

  private RelayRequirements() {}

  /**
   * @throws RelayException naming what is missing and what provides it
   */
  static void check(Connection connection) throws SQLException {
    try (var query = connection.prepareStatement("SELECT current_setting('wal_level')");
        var row = query.executeQuery()) {
      row.next();
      if (!"logical".equals(row.getString(1))) {
        throw new RelayException(
            "wal_level is %s: set wal_level = logical and restart PostgreSQL"
                .formatted(row.getString(1)));
      }
    }
    try (var query = connection.prepareStatement(MISSING_RIGHTS);
        var row = query.executeQuery()) {
      row.next();
      if (row.getString(1) != null) {
        throw new RelayException("the role lacks rights: " + row.getString(1));
      }
    }
    try (var query = connection.prepareStatement(PUBLICATION_STATE)) {
      query.setString(1, PUBLICATION);
      try (var row = query.executeQuery()) {
        if (!row.next() || !row.getBoolean(1)) {
          throw new RelayException(
              ("publication %1$s is missing or differs: CREATE PUBLICATION %1$s FOR TABLE outbox,"
                      + " relay_beat WITH (publish = 'insert', publish_via_partition_root = true)")
                  .formatted(PUBLICATION));
        }
      }
    }
  }
}
