package dev.quadrille.codec;

/** The registry refuses a schema under the subject's compatibility level. */
public final class IncompatibleSchemaException extends RuntimeException {
  IncompatibleSchemaException(String subject, String registrysMessage) {
    super("The registry refuses a new version of subject " + subject + ": " + registrysMessage);
  }
}
