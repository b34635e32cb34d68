package dev.quadrille.outbox;

/**
 * An event is larger than its topic takes. Thrown in the caller's transaction, so that nothing of
 * it is kept.
 */
public final class EventTooLargeException extends RuntimeException {

  EventTooLargeException(String type, int bytes, long limit) {
    super("%s has %d bytes, more than the %d that an event may have".formatted(type, bytes, limit));
  }
}
