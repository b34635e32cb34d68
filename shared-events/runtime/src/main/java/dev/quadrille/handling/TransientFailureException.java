package dev.quadrille.handling;

/** The surroundings failed: the batch is to be delivered again, later. */
final class TransientFailureException extends RuntimeException {

  TransientFailureException(Throwable cause) {
    super(cause.getMessage(), cause);
  }
}
