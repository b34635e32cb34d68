package dev.quadrille.handling;

/** The surroundings failed: the batch is to be delivered again, later. */
final class TransientFailureException extends RuntimeException {

  TransientFailureException(Throwable cause) {
    super(reason(cause), cause);
  }

  /** What it came from, in a line; who wraps it only says what could not be done therefore. */
  private static String reason(Throwable failure) {
    return LostRace.causes(failure)
        .reduce((wrapping, wrapped) -> wrapped)
        .map(Throwable::toString)
        .flatMap(text -> text.lines().findFirst())
        .orElse("");
  }
}
