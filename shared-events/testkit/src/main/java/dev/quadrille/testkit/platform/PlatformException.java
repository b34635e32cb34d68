package dev.quadrille.testkit.platform;

import org.jspecify.annotations.Nullable;

/** A part cannot be had or does not work. The message is one line that a user can act on. */
public class PlatformException extends RuntimeException {

  public PlatformException(String message) {
    this(message, null);
  }

  public PlatformException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
