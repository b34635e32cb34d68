package dev.quadrille.handling;

import dev.quadrille.service.UnfinishedWork;
import java.time.Duration;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Parked events that will be attempted again by themselves; the others wait for a person. One that
 * has been too early for longer than its longest pause does not count: nobody knows whether it ever
 * ends, and it is shown as stuck.
 */
final class DueAttempts implements UnfinishedWork {
  private final JdbcClient jdbc;
  private final Duration longestDelay;

  DueAttempts(JdbcClient jdbc, Duration longestDelay) {
    this.jdbc = jdbc;
    this.longestDelay = longestDelay;
  }

  @Override
  public List<String> left() {
    var due =
        jdbc.sql(
                """
                SELECT count(*) FROM parked_events
                WHERE settled_at IS NULL AND next_attempt_at IS NOT NULL
                  AND (reason <> 'TOO_EARLY' OR parked_at > now() - ? * interval '1 millisecond')
                """)
            .param(longestDelay.toMillis())
            .query(Long.class)
            .single();
    return due == 0
        ? List.of()
        : List.of("%d parked events are to be attempted again".formatted(due));
  }
}
