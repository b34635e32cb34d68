package dev.quadrille.testkit.platform;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** The Java that runs here, to start more of it. */
final class Java {

  private Java() {}

  static String executable() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /**
   * The class path of this JVM; under Surefire the one in the manifest of its jar, which may be
   * gone before our children are.
   */
  static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /** The class path entry that a class was loaded from. */
  static String locationOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
