package dev.quadrille.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The command line as users run it: a process of its own.
 *
 * @param exitCode what it ended with
 * @param out what it said
 * @param err what it said beside
 */
record CommandProcess(int exitCode, String out, String err) {

  /** Runs a command to its end. It keeps its notes in a directory of the test's. */
  static CommandProcess run(Path state, String... arguments) {
    var java = Path.of(System.getProperty("java.home"), "bin", "java");
    var command = new ArrayList<>(List.of(java.toString(), "-Xmx768m", "-XX:+UseSerialGC"));
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Dquadrille.registry.home=" + System.getProperty("quadrille.registry.home"));
    command.addAll(List.of("-cp", classPath(), Quadrille.class.getName()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command);
    builder.environment().putAll(Map.of("XDG_STATE_HOME", state.toString()));
    try {
      var process = builder.start();
      var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      var err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      return new CommandProcess(process.waitFor(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  // Failsafe's own class path is one jar that points to the rest.
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
