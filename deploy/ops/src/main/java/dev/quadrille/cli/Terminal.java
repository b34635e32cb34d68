package dev.quadrille.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Help.Ansi;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where a command talks to its user. Lines may carry picocli's markup, {@code @|green text|@},
 * which shows only where colours do.
 */
public final class Terminal {
  static final String ERROR = "error: ";

  private final PrintWriter out;
  private final PrintWriter err;
  private final Ansi ansi;

  Terminal(PrintWriter out, PrintWriter err, Ansi ansi) {
    this.out = out;
    this.err = err;
    this.ansi = ansi;
  }

  /** What the user asked for. Safe to call from several threads. */
  public void line(String markup) {
    print(out, ansi.string(markup));
  }

  /** What the user asked for, as it is: text that others wrote. */
  public void raw(String text) {
    print(out, text);
  }

  /** The same for a machine: JSON on one line. */
  void json(Object document) {
    raw(JsonMapper.shared().writeValueAsString(document));
  }

  /** What does not go as it should, beside what the user asked for. */
  public void warn(String text) {
    print(err, ansi.string("@|yellow warning:|@ ") + text);
  }

  /** Why the command fails: one line. */
  void fail(String text) {
    print(err, ansi.string("@|bold,red " + ERROR + "|@") + text);
  }

  private static synchronized void print(PrintWriter writer, String line) {
    writer.println(line);
    writer.flush();
  }
}
