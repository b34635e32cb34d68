package dev.quadrille.testkit.platform;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@link PlatformMain} that this JVM started and does not own: it lives as long as the build. */
final class PlatformProcess {

  private static final List<String> INHERITED = List.of(Build.REGISTRY_HOME, PlatformMain.KIND);

  private final Process process;

  private PlatformProcess(Process process) {
    this.process = process;
  }

  static PlatformProcess start(Path directory, long owner) {
    var command = new ArrayList<>(List.of(Java.executable(), "-Xmx128m", "-XX:+UseSerialGC"));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
    command.add("-Dlogback.configurationFile=" + ChildJvm.QUIET_LOGGING);
    for (String property : INHERITED) {
      if (System.getProperty(property) != null) {
        command.add("-D%s=%s".formatted(property, System.getProperty(property)));
      }
    }
    command.addAll(
        List.of(PlatformMain.class.getName(), directory.toString(), Long.toString(owner)));
    var builder = new ProcessBuilder(Shell.inOwnSession(command));
    builder.environment().put("CLASSPATH", Java.classPath());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    try {
      return new PlatformProcess(builder.start());
    } catch (IOException e) {
      throw new PlatformException("cannot start the shared platform: " + e, e);
    }
  }

  /**
   * Throws when the process ended with a failure. One that finds another at work ends well at once.
   */
  void requireNotFailed() {
    if (!process.isAlive() && process.exitValue() != 0) {
      throw new PlatformException("the shared platform did not start: " + lastWords());
    }
  }

  private String lastWords() {
    try {
      return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return e.toString();
    }
  }
}
