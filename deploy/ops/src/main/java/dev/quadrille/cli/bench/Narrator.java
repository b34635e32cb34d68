package dev.quadrille.cli.bench;

import java.io.PrintWriter;
import java.util.Locale;

/** Tells whoever waits what is being done. */
final class Narrator {
  private final PrintWriter out;

  Narrator(PrintWriter out) {
    this.out = out;
  }

  void say(String format, Object... arguments) {
    out.println(String.format(Locale.ROOT, format, arguments));
    out.flush();
  }
}
