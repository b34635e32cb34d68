package dev.quadrille.codec;

import dev.quadrille.contracts.EventType;
import org.apache.avro.util.ClassSecurityValidator;

/** Avro makes no instance of a class that it was not told to trust. */
final class TrustedClasses {
  private static final String EVENTS = EventType.class.getPackageName() + ".";

  private static boolean done;

  private TrustedClasses() {}

  /** Adds the generated classes to whatever is trusted already, once in this JVM. */
  static synchronized void trustEvents() {
    if (!done) {
      var before = ClassSecurityValidator.getGlobal();
      ClassSecurityValidator.setGlobal(
          ClassSecurityValidator.composite(before, type -> type.getName().startsWith(EVENTS)));
      done = true;
    }
  }
}
