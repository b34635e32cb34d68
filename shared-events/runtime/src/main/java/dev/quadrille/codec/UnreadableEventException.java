package dev.quadrille.codec;

/**
 * Bytes that are no event of the type they claim to be, now or at any later attempt.
 *
 * <p>The message says why in a few words and never quotes the bytes: they may be personal. There is
 * no cause for the same reason.
 */
public class UnreadableEventException extends RuntimeException {
  /**
   * Says why a record cannot be read.
   *
   * @param reason without any value of the record: it may be personal
   */
  public UnreadableEventException(String reason) {
    super(reason);
  }
}
