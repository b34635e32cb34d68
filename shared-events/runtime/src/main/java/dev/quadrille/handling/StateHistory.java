package dev.quadrille.handling;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The audit trail, for those who ask how an aggregate came to its state. */
public final class StateHistory {
  // A batch writes its lines in one statement; those of one instant are in the order of their
  // states.
  private static final String READ =
      """
      SELECT event_id, move, from_state, to_state, at FROM state_journal
      WHERE aggregate_id = ? ORDER BY at, from_state NULLS FIRST, to_state
      """;

  private final JdbcClient jdbc;

  StateHistory(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The moves of an aggregate, the first one first; empty if there is no such aggregate. */
  public List<Line> of(UUID aggregateId) {
    return jdbc.sql(READ).param(aggregateId).query(Line.class).list();
  }

  /**
   * A move that was made.
   *
   * @param eventId the event it is due to; for a command, an id of its own
   * @param move the name of the move; {@link dev.quadrille.state.Journal#CREATE} for the first
   * @param fromState the number of the state before; null for the first
   * @param toState the number of the state after
   * @param at database time
   */
  public record Line(
      UUID eventId, String move, @Nullable Integer fromState, int toState, Instant at) {}
}
