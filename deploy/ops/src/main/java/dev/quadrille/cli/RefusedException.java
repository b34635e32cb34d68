package dev.quadrille.cli;

/** A service says no. The message is one line that a user can act on. */
final class RefusedException extends RuntimeException {

  RefusedException(String message) {
    super(message);
  }
}
