package dev.quadrille.handling;

import dev.quadrille.codec.RegistryUnavailableException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;

/** What a failed transaction means. */
enum Failure {
  /** The surroundings failed: the same again later, for ever. */
  TRANSIENT,
  /** Another transaction was first: the same again at once. */
  LOST_RACE,
  /** Handling itself fails: isolate the event and set it aside. */
  BROKEN;

  // Classes of SQLSTATE (PostgreSQL, appendix A): connection, rollback, resources, object state,
  // intervention, system.
  private static final Set<String> PASSING = Set.of("08", "40", "53", "55", "57", "58");
  // Timeouts of transactions stand in class 25, with faults that do not pass.
  private static final Set<String> PASSING_STATES = Set.of("25P03", "25P04");

  static Failure of(Throwable failure) {
    if (LostRace.isCauseOf(failure)) {
      return LOST_RACE;
    }
    return LostRace.causes(failure).anyMatch(Failure::passes) ? TRANSIENT : BROKEN;
  }

  private static boolean passes(Throwable cause) {
    return cause instanceof RegistryUnavailableException
        || cause instanceof CannotCreateTransactionException
        || cause instanceof TransientDataAccessException
        || cause instanceof SQLTransientException
        || cause instanceof SQLException sql && passes(sql.getSQLState());
  }

  private static boolean passes(@Nullable String state) {
    // Without a state, nobody asked the server: the connection had gone before.
    return state == null
        || PASSING_STATES.contains(state)
        || state.length() == 5 && PASSING.contains(state.substring(0, 2));
  }
}
