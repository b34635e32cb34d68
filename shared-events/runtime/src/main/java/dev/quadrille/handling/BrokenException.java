package dev.quadrille.handling;

import java.sql.SQLException;
import java.util.stream.Stream;
import org.postgresql.util.PSQLException;

/** Handling itself failed; the cause says how. */
final class BrokenException extends RuntimeException {

  private static final int MOST_CAUSES = 50;
  private static final String OURS = "dev.quadrille.";

  BrokenException(Throwable cause) {
    super(cause);
  }

  /**
   * The class and place of the failure; of the database's, also its code and the constraint. Never
   * its message: that may hold personal data.
   */
  String summary() {
    var root = getCause();
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getClass().getName() + code(root) + place(root);
  }

  private static String code(Throwable failure) {
    if (!(failure instanceof SQLException sql)) {
      return "";
    }
    var told = sql instanceof PSQLException known ? known.getServerErrorMessage() : null;
    return " "
        + sql.getSQLState()
        + (told == null || told.getConstraint() == null ? "" : " " + told.getConstraint());
  }

  /** The nearest line of ours, for that is where to look. */
  private static String place(Throwable failure) {
    return Stream.of(failure.getStackTrace())
        .filter(frame -> frame.getClassName().startsWith(OURS))
        .findFirst()
        .or(() -> Stream.of(failure.getStackTrace()).findFirst())
        .map(frame -> " at " + frame)
        .orElse("");
  }

  /** The failure for the log: classes and places of all its causes, no messages. */
  Throwable wordless() {
    return wordless(getCause(), MOST_CAUSES);
  }

  private static Throwable wordless(Throwable failure, int left) {
    var cause = failure.getCause();
    var copy =
        new Throwable(
            failure.getClass().getName(),
            cause == null || left == 0 ? null : wordless(cause, left - 1));
    copy.setStackTrace(failure.getStackTrace());
    return copy;
  }
}
