package dev.quadrille.cli.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides when a system is warm: when processor time a saga has stopped falling, and the JVMs'
 * compilers have little left to do. Unlike the rate, both depend little on what else the machine
 * does. Windows are of equal length and under full load.
 */
final class WarmUp {
  /** How many windows must bring nothing new. */
  static final int PATIENCE = 3;

  /** By which share a window must be better than the best before to count as better. */
  static final double BETTER = 0.03;

  /** Which share of the services' processor time may still be compilers'. */
  static final double COMPILING = 0.1;

  private final List<Double> windows = new ArrayList<>();
  private double compiling = 1;

  /**
   * Adds the next window.
   *
   * @param cpuMillis what a saga cost
   * @param compiling which share of the services' processor time their compilers used
   */
  void add(double cpuMillis, double compiling) {
    windows.add(cpuMillis);
    this.compiling = compiling;
  }

  /** Whether the last windows were no better than the best before them, and little is compiled. */
  boolean isOver() {
    if (windows.size() <= PATIENCE || compiling > COMPILING) {
      return false;
    }
    var before = windows.subList(0, windows.size() - PATIENCE);
    var last = windows.subList(windows.size() - PATIENCE, windows.size());
    return best(last) > best(before) * (1 - BETTER);
  }

  private static double best(List<Double> windows) {
    return windows.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
  }
}
