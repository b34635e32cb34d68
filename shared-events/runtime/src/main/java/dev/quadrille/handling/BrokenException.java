package dev.quadrille.handling;

/** Handling itself failed; the cause says how. */
final class BrokenException extends RuntimeException {

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
}
