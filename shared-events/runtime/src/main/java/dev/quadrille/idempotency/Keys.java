package dev.quadrille.idempotency;

import dev.quadrille.service.UnfinishedWork;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The keys in the database, on its clock. A key whose time is over, and a claim whose lease is, are
 * as if they were not there.
 */
final class Keys implements UnfinishedWork {
  private static final String LIVE =
      "held.expires_at > now() AND (held.leased_until IS NULL OR held.leased_until > now())";

  // The row is looked up as of the begin of the statement, that is before the lock is had. A row
  // that is committed in between is not seen, and then stands in the way of ours: the request runs
  // once more and finds it.
  private static final String LOCK =
      """
      SELECT pg_try_advisory_xact_lock(:lock) AS locked, held.fingerprint, held.status, held.content_type,
             held.location, held.body
      FROM (VALUES (1)) AS one LEFT JOIN idempotency_key AS held ON held.scope = :scope AND %s
      """
          .formatted(LIVE);

  private static final String STORE =
      """
      INSERT INTO idempotency_key AS held (scope, fingerprint, status, content_type, location, body, expires_at)
      VALUES (:scope, :fingerprint, :status, :contentType, :location, :body, now() + :kept * interval '1 ms')
      ON CONFLICT (scope) DO UPDATE SET
        fingerprint = excluded.fingerprint, status = excluded.status, content_type = excluded.content_type,
        location = excluded.location, body = excluded.body, expires_at = excluded.expires_at,
        claimed_at = excluded.claimed_at, claims = excluded.claims, owner = NULL, leased_until = NULL
      WHERE NOT (%s)
      """
          .formatted(LIVE);

  private static final String CLAIM =
      """
      INSERT INTO idempotency_key AS held (scope, fingerprint, owner, leased_until, expires_at)
      VALUES (:scope, :fingerprint, :owner, now() + :lease * interval '1 ms', now() + (:lease + :kept) * interval '1 ms')
      ON CONFLICT (scope) DO UPDATE SET
        claims = CASE WHEN held.expires_at > now() THEN held.claims + 1 ELSE 1 END,
        fingerprint = excluded.fingerprint, owner = excluded.owner, leased_until = excluded.leased_until,
        expires_at = excluded.expires_at, claimed_at = excluded.claimed_at,
        status = NULL, content_type = NULL, location = NULL, body = NULL
      WHERE held.expires_at <= now() OR (held.leased_until <= now() AND held.fingerprint = excluded.fingerprint)
      RETURNING claims
      """;

  private static final String FIND =
      """
      SELECT fingerprint, status, content_type, location, body
      FROM idempotency_key WHERE scope = :scope
      """;

  private static final String COMPLETE =
      """
      UPDATE idempotency_key SET
        status = :status, content_type = :contentType, location = :location, body = :body,
        owner = NULL, leased_until = NULL, expires_at = now() + :kept * interval '1 ms'
      WHERE scope = :scope AND owner = :owner
      """;

  private final JdbcClient jdbc;
  private final Duration kept;

  Keys(JdbcClient jdbc, Duration kept) {
    this.jdbc = jdbc;
    this.kept = kept;
  }

  /** Takes a key for this transaction unless it is in use. Never waits. */
  Lookup lock(KeyedRequest request) {
    return jdbc.sql(LOCK)
        .param("lock", request.lock())
        .param("scope", request.scope())
        .query(
            (row, number) ->
                new Lookup(
                    row.getBytes("fingerprint") == null ? null : held(row),
                    row.getBoolean("locked")))
        .single();
  }

  /**
   * Stores a finished answer under a key that this transaction has taken.
   *
   * @return whether nobody was first
   */
  boolean store(KeyedRequest request, Answer answer) {
    return withAnswer(jdbc.sql(STORE), answer)
            .param("scope", request.scope())
            .param("fingerprint", request.fingerprint())
            .update()
        == 1;
  }

  /**
   * Takes a key for longer than a transaction: a new one, or one whose owner has not been heard of.
   *
   * @return how often it has been claimed, this time included; empty if it is in use
   */
  Optional<Integer> claim(KeyedRequest request, UUID owner, Duration lease) {
    return jdbc.sql(CLAIM)
        .param("scope", request.scope())
        .param("fingerprint", request.fingerprint())
        .param("owner", owner)
        .param("lease", lease.toMillis())
        .param("kept", kept.toMillis())
        .query(Integer.class)
        .optional();
  }

  /** Looks for a key. */
  Optional<HeldKey> find(KeyedRequest request) {
    return jdbc.sql(FIND)
        .param("scope", request.scope())
        .query((row, number) -> held(row))
        .optional();
  }

  /** Lets the claims of these owners last anew; those that were taken over stay with the others. */
  void renew(Collection<UUID> owners, Duration lease) {
    jdbc.sql(
            """
            UPDATE idempotency_key SET
              leased_until = now() + :lease * interval '1 ms',
              expires_at = now() + (:lease + :kept) * interval '1 ms'
            WHERE owner = ANY (:owners)
            """)
        .param("lease", lease.toMillis())
        .param("kept", kept.toMillis())
        .param("owners", owners.toArray(UUID[]::new))
        .update();
  }

  /**
   * Stores the answer of a claimed request.
   *
   * @return whether the claim was still the owner's
   */
  boolean complete(KeyedRequest request, UUID owner, Answer answer) {
    return withAnswer(jdbc.sql(COMPLETE), answer)
            .param("scope", request.scope())
            .param("owner", owner)
            .update()
        == 1;
  }

  /** Gives a claim back as if it had never been. */
  void release(KeyedRequest request, UUID owner) {
    jdbc.sql("DELETE FROM idempotency_key WHERE scope = ? AND owner = ?")
        .param(request.scope())
        .param(owner)
        .update();
  }

  /** Ends a claim at once as if its owner were not heard of any more. */
  void abandon(KeyedRequest request, UUID owner) {
    jdbc.sql("UPDATE idempotency_key SET leased_until = now() WHERE scope = ? AND owner = ?")
        .param(request.scope())
        .param(owner)
        .update();
  }

  /**
   * Forgets some keys whose time is over. The time of a claim is never over before its lease.
   *
   * @return how many
   */
  int purge(int most) {
    return jdbc.sql(
            """
            DELETE FROM idempotency_key WHERE scope IN (
              SELECT scope FROM idempotency_key WHERE expires_at <= now()
              ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED)
            """)
        .param(most)
        .update();
  }

  /** For how many seconds the oldest claim has been waiting for its answer; 0 if there is none. */
  double secondsOfOldestClaim() {
    return jdbc.sql(
            """
            SELECT coalesce(extract(epoch FROM now() - min(claimed_at)), 0)
            FROM idempotency_key WHERE owner IS NOT NULL
            """)
        .query(Double.class)
        .single();
  }

  // A claim shows in its row; a request that runs in one transaction shows in the lock that it
  // holds.
  @Override
  public List<String> left() {
    var running =
        jdbc.sql(
                """
                SELECT (SELECT count(*) FROM idempotency_key WHERE owner IS NOT NULL AND leased_until > now())
                  + (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database =
                      (SELECT oid FROM pg_database WHERE datname = current_database()))
                """)
            .query(Long.class)
            .single();
    return running == 0 ? List.of() : List.of("%d keys are in flight".formatted(running));
  }

  private JdbcClient.StatementSpec withAnswer(JdbcClient.StatementSpec statement, Answer answer) {
    return statement
        .param("status", answer.status())
        .param("contentType", answer.contentType())
        .param("location", answer.location())
        .param("body", answer.body())
        .param("kept", kept.toMillis());
  }

  private static HeldKey held(ResultSet row) throws SQLException {
    var status = row.getInt("status");
    var answer =
        row.wasNull()
            ? null
            : new Answer(
                status,
                row.getString("content_type"),
                row.getString("location"),
                row.getBytes("body"));
    return new HeldKey(row.getBytes("fingerprint"), answer);
  }

  /**
   * How a key was found.
   *
   * @param held null if it is not in use
   * @param locked whether this transaction has it now; if it is not in use either, another
   *     transaction has it
   */
  record Lookup(@Nullable HeldKey held, boolean locked) {}
}
