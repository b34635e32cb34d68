package dev.quadrille.idempotency;

/** A text that is not what we take for JSON. The message may be shown to whoever sent it. */
final class MalformedJsonException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedJsonException(String message) {
    super(message);
  }
}
