package dev.quadrille.handling;

import java.time.Duration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Forgets parked events that were settled long ago, a few at a time, with their journal. */
final class ParkedPurge {
  private static final int BATCH = 500;

  private final JdbcClient jdbc;
  private final Duration retention;

  ParkedPurge(JdbcClient jdbc, Duration retention) {
    this.jdbc = jdbc;
    this.retention = retention;
  }

  /** One batch after the other until there is nothing left, and no further if it is interrupted. */
  void round() {
    int purged;
    do {
      purged = purge();
    } while (purged == BATCH && !Thread.currentThread().isInterrupted());
  }

  private int purge() {
    // Several replicas do it side by side and do not wait for each other.
    return jdbc.sql(
            """
            DELETE FROM parked_events WHERE id = ANY (ARRAY(
              SELECT id FROM parked_events WHERE settled_at < now() - ?::bigint * interval '1 second'
              ORDER BY settled_at LIMIT ? FOR UPDATE SKIP LOCKED))
            """)
        .param(retention.toSeconds())
        .param(BATCH)
        .update();
  }
}
