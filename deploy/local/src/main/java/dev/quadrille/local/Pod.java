package dev.quadrille.local;

import java.time.Duration;
import java.util.List;

/**
 * What the chart gives a pod if nobody says otherwise, but for the network: that is this host's.
 */
final class Pod {
  static final String MEMORY = "1024m";
  static final String JVM_OPTIONS =
      "-Xmx512m -Xms512m -XX:MaxDirectMemorySize=96m -XX:MaxMetaspaceSize=176m"
          + " -XX:ReservedCodeCacheSize=64m -Xss512k -XX:+ExitOnOutOfMemoryError";

  /** What is left of the grace period after the pause that comes before the signal. */
  static final Duration GRACE = Duration.ofSeconds(75);

  static final List<String> OPTIONS =
      List.of(
          "--network=host",
          "--read-only",
          "--tmpfs=/tmp:size=64m",
          "--cap-drop=ALL",
          "--security-opt=no-new-privileges",
          "--memory=" + MEMORY,
          "--memory-swap=" + MEMORY,
          "--env=JDK_JAVA_OPTIONS=" + JVM_OPTIONS);

  private Pod() {}
}
