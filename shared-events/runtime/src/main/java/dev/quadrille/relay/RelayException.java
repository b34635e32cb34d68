package dev.quadrille.relay;

import org.jspecify.annotations.Nullable;

/** Why the relay cannot stream; the message is for the person who can change it. */
final class RelayException extends RuntimeException {
  RelayException(String message) {
    super(message);
  }

  RelayException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
