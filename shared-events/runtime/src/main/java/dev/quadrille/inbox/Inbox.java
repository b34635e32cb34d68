package dev.quadrille.inbox;

import dev.quadrille.jdbc.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Remembers which events had their effect in this service. */
public class Inbox {
  // One statement claims and compares. ON CONFLICT, not a caught duplicate key: on PostgreSQL the
  // latter aborts the
  // transaction. A row that another transaction committed while this statement waited for it is not
  // in its snapshot:
  // it counts as a duplicate, unseen.
  private static final String CLAIM =
      """
      WITH wanted AS (SELECT * FROM unnest(?::uuid[], ?::bytea[]) AS w (event_id, digest)),
           claimed AS (
             INSERT INTO processed_events (event_id, digest) SELECT event_id, digest FROM wanted
             ON CONFLICT DO NOTHING RETURNING event_id)
      SELECT w.event_id, c.event_id IS NOT NULL AS fresh, p.digest <> w.digest AS contradicts
      FROM wanted w LEFT JOIN claimed c USING (event_id) LEFT JOIN processed_events p USING (event_id)
      """;

  private final JdbcClient jdbc;

  Inbox(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Claims a batch of events within the caller's transaction, in one statement.
   *
   * @param claims at most one for each id
   * @return what was found, for each id
   */
  @Transactional(propagation = Propagation.MANDATORY)
  public Map<UUID, ClaimOutcome> claim(Collection<Claim> claims) {
    // Sorted, so that two transactions that share ids wait for each other instead of deadlocking.
    var sorted = claims.stream().sorted(Comparator.comparing(Claim::eventId)).toList();
    return jdbc
        .sql(CLAIM)
        .param(Columns.of("uuid", sorted, Claim::eventId))
        .param(Columns.of("bytea", sorted, Claim::digest))
        .query((row, number) -> Map.entry(row.getObject("event_id", UUID.class), outcome(row)))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static ClaimOutcome outcome(ResultSet row) throws SQLException {
    if (row.getBoolean("fresh")) {
      return ClaimOutcome.FRESH;
    }
    return row.getBoolean("contradicts") ? ClaimOutcome.CONTRADICTION : ClaimOutcome.DUPLICATE;
  }
}
