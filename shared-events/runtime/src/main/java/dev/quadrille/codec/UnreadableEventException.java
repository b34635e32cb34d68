package dev.quadrille.codec;

/**
 * Bytes that are no event of the type they claim to be, now or at any later attempt.
 *
 * <p>The message says why in a few words and never quotes the bytes: they may be personal. There is
 * no cause for the same reason.
 */
public final class UnreadableEventException extends RuntimeException {
  UnreadableEventException(String reason) {
    super(reason);
  }
}
