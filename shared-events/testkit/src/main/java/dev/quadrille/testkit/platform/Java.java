package dev.quadrille.testkit.platform;

import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

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

  /**
   * How children shall be compiled: like this JVM. Tests run with the quick compiler alone, which
   * halves what a broker costs to start; a system under load wants the good one.
   */
  static List<String> compilerOptions() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-XX:TieredStopAtLevel="))
        .toList();
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
