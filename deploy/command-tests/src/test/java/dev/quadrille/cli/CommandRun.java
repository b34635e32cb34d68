package dev.quadrille.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A command that ran to its end. The build has set {@code XDG_STATE_HOME}, where commands keep
 * their notes.
 *
 * @param exitCode what it ended with
 * @param out what it said
 * @param err what it said beside
 */
record CommandRun(int exitCode, String out, String err) {

  /** A command as users run it: in a process of its own. */
  static CommandRun process(String... arguments) {
    try {
      var process = begin(arguments);
      var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      var err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      return new CommandRun(process.waitFor(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Begins such a command, and does not wait for its end. */
  static Process begin(String... arguments) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java");
    var command = new ArrayList<>(List.of(java.toString(), "-Xmx768m", "-XX:+UseSerialGC"));
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Dquadrille.registry.home=" + System.getProperty("quadrille.registry.home"));
    command.addAll(List.of("-cp", classPath(), Quadrille.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).start();
  }

  /** A command in this JVM about a system that a connection file describes. */
  static CommandRun about(Path target, String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--target", target.toString()));
    return here(all.toArray(String[]::new));
  }

  /** A command in this JVM as another one has named it. */
  static CommandRun named(String command) {
    var words = List.of(command.strip().split(" "));
    return here(words.subList(1, words.size()).toArray(String[]::new));
  }

  /** A command in this JVM, which is seconds quicker. */
  static CommandRun here(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exitCode =
        Quadrille.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }

  /** A command for the system at a port offset. */
  static String[] at(int portOffset, String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--port-offset", Integer.toString(portOffset)));
    return all.toArray(String[]::new);
  }

  /** The commands that it names, as {@code why} does under its first line. */
  List<String> commands() {
    return out.lines().skip(1).map(String::strip).toList();
  }

  // Failsafe's own class path is one jar that points to the rest.
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
