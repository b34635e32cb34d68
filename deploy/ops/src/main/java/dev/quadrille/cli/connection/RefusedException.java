package dev.quadrille.cli.connection;

/** A service says no. The message is one line that a user can act on. */
public final class RefusedException extends RuntimeException {

  /** With what is to be said. */
  public RefusedException(String message) {
    super(message);
  }
}
