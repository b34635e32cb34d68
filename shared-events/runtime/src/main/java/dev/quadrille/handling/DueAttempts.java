package dev.quadrille.handling;

import dev.quadrille.service.UnfinishedWork;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Parked events that will be attempted again by themselves; the others wait for a person. */
final class DueAttempts implements UnfinishedWork {
  private final JdbcClient jdbc;

  DueAttempts(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public List<String> left() {
    var due =
        jdbc.sql(
                "SELECT count(*) FROM parked_events WHERE settled_at IS NULL AND next_attempt_at IS"
                    + " NOT NULL")
            .query(Long.class)
            .single();
    return due == 0
        ? List.of()
        : List.of("%d parked events are to be attempted again".formatted(due));
  }
}
