package dev.quadrille.cli.trace;

import dev.quadrille.cli.trace.Step.Kind;
import dev.quadrille.local.Participant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Draws steps as a sequence diagram of text: a lifeline for each service, time going down. */
final class TerminalDiagram {
  private static final int APART = 14;
  private static final int FIRST = 6;
  private static final int WIDTH = FIRST + APART * (Participant.values().length - 1) + FIRST + 1;
  private static final String ROW = "%10s  %s  %s";
  private static final String LABEL = "%-27s %s";

  private final Instant start;

  /**
   * A drawing.
   *
   * @param start from when on time is counted
   */
  TerminalDiagram(Instant start) {
    this.start = start;
  }

  /** The line of names over the lifelines. */
  static String head() {
    var names = blank(' ');
    for (var service : Participant.values()) {
      var name = service.label();
      put(names, Math.max(0, x(service) - name.length() / 2), name);
    }
    return ROW.formatted("", new String(names), "").stripTrailing();
  }

  /** A line for each step. */
  List<String> lines(List<Step> steps) {
    var lines = new ArrayList<String>();
    steps.forEach(step -> lines.add(line(step)));
    return lines;
  }

  private String line(Step step) {
    var after = Math.max(0, Duration.between(start, step.at()).toMillis());
    return ROW.formatted(
        "+" + after + " ms", drawing(step), LABEL.formatted(step.label(), step.detail()));
  }

  private static String drawing(Step step) {
    var line = blank(' ');
    for (var service : Participant.values()) {
      line[x(service)] = '│';
    }
    var from = x(step.from());
    if (step.to() == null) {
      line[from] = mark(step.kind());
    } else {
      arrow(line, from, x(step.to()), step.kind());
    }
    return new String(line);
  }

  private static void arrow(char[] line, int from, int to, Kind kind) {
    var right = to > from;
    var step = right ? 1 : -1;
    for (var x = from + step; x != to; x += step) {
      line[x] = kind == Kind.MISSING ? '╌' : '─';
    }
    line[from] = right ? '├' : '┤';
    if (kind == Kind.WELL) {
      line[to - step] = right ? '▶' : '◀';
    } else {
      line[to - step] = '✗';
    }
  }

  private static char mark(Kind kind) {
    return switch (kind) {
      case WELL -> '●';
      case COMMAND -> '○';
      case REPEATED -> '↻';
      case MISSING, PARKED, DISCARDED -> '✗';
    };
  }

  private static int x(Participant service) {
    return FIRST + APART * service.ordinal();
  }

  private static char[] blank(char fill) {
    var line = new char[WIDTH];
    Arrays.fill(line, fill);
    return line;
  }

  private static void put(char[] line, int at, String text) {
    text.getChars(0, Math.min(text.length(), line.length - at), line, at);
  }
}
