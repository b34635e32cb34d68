package dev.quadrille.cli.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides when a system is warm: when processor time a saga has stopped falling. Unlike the rate,
 * that does not depend on what else the machine does. Windows are of equal length and under full
 * load.
 */
final class WarmUp {
  /** How many windows must bring nothing new. */
  static final int PATIENCE = 3;

  /** By which share a window must be better than the best before to count as better. */
  static final double BETTER = 0.03;

  private final List<Double> windows = new ArrayList<>();

  /** Adds what a saga cost in the next window. */
  void add(double cpuMillisPerSaga) {
    windows.add(cpuMillisPerSaga);
  }

  /** Whether the last windows were no better than the best before them. */
  boolean isOver() {
    if (windows.size() <= PATIENCE) {
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
