package dev.quadrille.cli.connection;

/** Nobody said how to reach what a command needs. The message is one line that names it. */
public final class MissingConnectionException extends RuntimeException {

  MissingConnectionException(String message) {
    super(message);
  }
}
