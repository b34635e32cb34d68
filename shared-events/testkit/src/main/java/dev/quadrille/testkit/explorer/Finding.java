package dev.quadrille.testkit.explorer;

import java.util.List;

/**
 * Something that is wrong with a dance.
 *
 * @param kind what sort of thing
 * @param what in words
 * @param trace a shortest way to it, step by step
 */
public record Finding(Kind kind, String what, List<String> trace) {

  public Finding {
    trace = List.copyOf(trace);
  }

  /** What is wrong, and below it the trace, one step a line. */
  @Override
  public String toString() {
    return kind + " " + what + "\n    " + String.join("\n    ", trace);
  }
}
