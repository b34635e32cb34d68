package dev.quadrille.local;

import dev.quadrille.testkit.platform.PlatformException;

/** Somebody else listens where the system should. The message names each such port. */
public final class PortsTakenException extends PlatformException {

  PortsTakenException(String message) {
    super(message);
  }
}
