package dev.quadrille.handling;

/** Handling itself failed; the cause says how. */
final class BrokenException extends RuntimeException {

  private static final int MOST_CAUSES = 50;

  BrokenException(Throwable cause) {
    super(cause);
  }

  /** The class and place of the failure. Never its message: that may hold personal data. */
  String summary() {
    var root = getCause();
    while (root.getCause() != null) {
      root = root.getCause();
    }
    var trace = root.getStackTrace();
    return root.getClass().getName() + (trace.length == 0 ? "" : " at " + trace[0]);
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
