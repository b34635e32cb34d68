package dev.quadrille.codec;

import org.jspecify.annotations.Nullable;

/**
 * The registry had to be asked and gave no usable answer: it is down, slow, refuses us, or has not
 * been told about one of our schemas yet. Says nothing about the event; the same call may succeed
 * later.
 */
public final class RegistryUnavailableException extends RuntimeException {
  RegistryUnavailableException(String message) {
    this(message, null);
  }

  RegistryUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
