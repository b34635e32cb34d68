package dev.quadrille.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A command that was run in this JVM, about a system that a connection file describes.
 *
 * @param exitCode what it ended with
 * @param out what it said
 * @param err what it said beside
 */
record Ran(int exitCode, String out, String err) {

  static Ran command(Path target, String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--target", target.toString()));
    return run(all);
  }

  /** A command as another one has named it. */
  static Ran named(String command) {
    var words = List.of(command.strip().split(" "));
    return run(words.subList(1, words.size()));
  }

  private static Ran run(List<String> arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    var exitCode =
        Quadrille.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments.toArray(String[]::new));
    return new Ran(exitCode, out.toString(), err.toString());
  }

  /** The commands that it names. */
  List<String> commands() {
    return out.lines().skip(1).map(String::strip).toList();
  }
}
