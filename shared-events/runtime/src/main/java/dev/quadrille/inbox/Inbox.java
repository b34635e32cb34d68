package dev.quadrille.inbox;

import dev.quadrille.jdbc.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Remembers which events had their effect in this service. */
public class Inbox {
  // One statement claims and compares. ON CONFLICT, not a caught duplicate key: on PostgreSQL the
  // latter aborts the transaction.
  private static final String CLAIM =
      """
      WITH wanted AS (SELECT * FROM unnest(?::uuid[], ?::bytea[]) AS w (event_id, digest)),
           claimed AS (
             INSERT INTO processed_events (event_id, digest) SELECT event_id, digest FROM wanted
             ON CONFLICT DO NOTHING RETURNING event_id)
      SELECT w.event_id, c.event_id IS NOT NULL AS fresh, p.digest <> w.digest AS contradicts
      FROM wanted w LEFT JOIN claimed c USING (event_id) LEFT JOIN processed_events p USING (event_id)
      """;

  // A row that another transaction committed while the claim waited for it is not in the claim's
  // snapshot. It is in this one's.
  private static final String LOOK_AGAIN =
      """
      SELECT w.event_id, false AS fresh, p.digest <> w.digest AS contradicts
      FROM unnest(?::uuid[], ?::bytea[]) AS w (event_id, digest) JOIN processed_events p USING (event_id)
      """;

  private final JdbcClient jdbc;

  Inbox(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Claims a batch of events within the caller's transaction, in one statement; in two where
   * another transaction has claimed some of them just now.
   *
   * @param claims at most one for each id
   * @return what was found, for each id
   */
  @Transactional(propagation = Propagation.MANDATORY)
  public Map<UUID, ClaimOutcome> claim(Collection<Claim> claims) {
    // Sorted, so that two transactions that share ids wait for each other instead of deadlocking.
    var sorted = claims.stream().sorted(Comparator.comparing(Claim::eventId)).toList();
    var found = new HashMap<UUID, ClaimOutcome>();
    find(CLAIM, sorted, found);
    var unseen = sorted.stream().filter(claim -> !found.containsKey(claim.eventId())).toList();
    if (!unseen.isEmpty()) {
      find(LOOK_AGAIN, unseen, found);
      unseen.forEach(claim -> found.putIfAbsent(claim.eventId(), ClaimOutcome.DUPLICATE));
    }
    return found;
  }

  private void find(String query, List<Claim> claims, Map<UUID, ClaimOutcome> found) {
    jdbc.sql(query)
        .param(Columns.of("uuid", claims, Claim::eventId))
        .param(Columns.of("bytea", claims, Claim::digest))
        .query((ResultSet row) -> note(row, found));
  }

  private static void note(ResultSet row, Map<UUID, ClaimOutcome> found) throws SQLException {
    var id = row.getObject("event_id", UUID.class);
    var contradicts = row.getBoolean("contradicts");
    var seen = !row.wasNull();
    if (row.getBoolean("fresh")) {
      found.put(id, ClaimOutcome.FRESH);
    } else if (seen) {
      found.put(id, contradicts ? ClaimOutcome.CONTRADICTION : ClaimOutcome.DUPLICATE);
    }
  }
}
