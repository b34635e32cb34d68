package dev.quadrille.cli.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Draws rate against latency: SVG, rates from left to right, milliseconds upwards by powers of 10.
 */
final class Plot {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 400;
  private static final int MARGIN = 50;
  private static final double LEAST_MILLIS = 1;

  private final List<Trial> trials;
  private final double most;
  private final int decades;
  private final StringBuilder svg = new StringBuilder();

  Plot(List<Trial> trials) {
    this.trials = trials.stream().sorted(Comparator.comparingDouble(Trial::rate)).toList();
    this.most = trials.stream().mapToDouble(Trial::rate).max().orElse(1) * 1.05;
    var slowest = trials.stream().mapToDouble(trial -> trial.saga().p99()).max().orElse(1);
    this.decades = Math.max(1, (int) Math.ceil(Math.log10(Math.max(slowest, 10))));
  }

  /** The drawing. */
  String svg() {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"12\">",
        WIDTH, HEIGHT);
    add("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", WIDTH, HEIGHT);
    grid();
    line("POST to terminal, p99", "#c03028", trial -> trial.saga().p99(), 0);
    line("POST to terminal, p50", "#e09050", trial -> trial.saga().p50(), 1);
    line("POST to answer, p99", "#3060a0", trial -> trial.post().p99(), 2);
    add("</svg>");
    return svg.toString();
  }

  private void grid() {
    for (var decade = 0; decade <= decades; decade++) {
      var millis = Math.pow(10, decade);
      add(
          "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/><text x=\"4\" y=\"%.1f\">%.0f ms</text>",
          MARGIN, y(millis), WIDTH - 10, y(millis) + 4, millis);
    }
    for (var fifth = 0; fifth <= 5; fifth++) {
      var rate = most * fifth / 5;
      add(
          "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.0f</text>",
          x(rate), HEIGHT - MARGIN + 18, rate);
    }
    add(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">orders that arrive a second; hollow: more"
            + " than is sustained</text>",
        (WIDTH + MARGIN) / 2, HEIGHT - 12);
  }

  private void line(String what, String colour, ToDoubleFunction<Trial> millis, int row) {
    var points = new ArrayList<String>();
    for (var trial : trials) {
      var x = x(trial.rate());
      var y = y(millis.applyAsDouble(trial));
      points.add(String.format(Locale.ROOT, "%.1f,%.1f", x, y));
      add(
          "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" stroke=\"%s\" fill=\"%s\"/>",
          x, y, colour, trial.isSustained() ? colour : "white");
    }
    add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\"/>", String.join(" ", points), colour);
    add("<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>", MARGIN + 8, 20 + 16 * row, colour, what);
  }

  private double x(double rate) {
    return MARGIN + (WIDTH - MARGIN - 10) * rate / most;
  }

  private double y(double millis) {
    var share = Math.log10(Math.max(millis, LEAST_MILLIS)) / decades;
    return HEIGHT - MARGIN - (HEIGHT - MARGIN - 10) * share;
  }

  private void add(String format, Object... arguments) {
    svg.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }
}
