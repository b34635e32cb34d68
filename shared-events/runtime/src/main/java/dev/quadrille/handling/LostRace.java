package dev.quadrille.handling;

import jakarta.persistence.OptimisticLockException;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.springframework.dao.OptimisticLockingFailureException;

/** Another transaction was first: the same again at once finds what it did. */
public final class LostRace {
  private static final String UNIQUE_VIOLATION = "23505";

  private LostRace() {}

  /** Whether a failure comes from a lost race. */
  public static boolean isCauseOf(Throwable failure) {
    return causes(failure).anyMatch(LostRace::isOne);
  }

  private static boolean isOne(Throwable cause) {
    return cause instanceof OptimisticLockException
        || cause instanceof OptimisticLockingFailureException
        || cause instanceof SQLException sql && UNIQUE_VIOLATION.equals(sql.getSQLState());
  }

  /** A failure and what led to it, the nearest first. */
  static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause).limit(50);
  }
}
