package dev.quadrille.cli.connection;

/** What a command talks to is not there. The message is one line that a user can act on. */
public final class UnreachableException extends RuntimeException {

  public UnreachableException(String message) {
    super(message);
  }
}
