package dev.quadrille.cli;

/** Nobody said how to reach what a command needs. The message is one line that names it. */
final class MissingConnectionException extends RuntimeException {

  MissingConnectionException(String message) {
    super(message);
  }
}
