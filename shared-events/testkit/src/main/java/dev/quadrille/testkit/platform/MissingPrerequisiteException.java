package dev.quadrille.testkit.platform;

/** This machine lacks what somebody wanted to use. The message says what, and how it is had. */
public final class MissingPrerequisiteException extends PlatformException {

  MissingPrerequisiteException(String message) {
    super(message);
  }
}
