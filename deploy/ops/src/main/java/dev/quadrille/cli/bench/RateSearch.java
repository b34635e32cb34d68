package dev.quadrille.cli.bench;

import java.util.OptionalDouble;

/**
 * Looks for the highest rate that a system sustains: in steps until one side is known, then halving
 * what is unknown.
 */
final class RateSearch {
  private static final double STEP = 1.25;
  private static final double PRECISION = 0.06;
  private static final int MOST_TRIALS = 10;
  // Below that a system does not work at all.
  private static final double LOWEST = 0.5;

  private final double first;
  private double sustained;
  private double tooMuch = Double.POSITIVE_INFINITY;
  private int trials;

  /**
   * @param first the rate to begin with; a second
   */
  RateSearch(double first) {
    this.first = first;
  }

  /** The rate to try next; empty if the highest is known well enough. */
  OptionalDouble next() {
    if (trials == 0) {
      return OptionalDouble.of(first);
    }
    if (trials >= MOST_TRIALS || tooMuch <= sustained * (1 + PRECISION) || tooMuch < LOWEST) {
      return OptionalDouble.empty();
    }
    if (sustained == 0) {
      return OptionalDouble.of(tooMuch / STEP);
    }
    return OptionalDouble.of(
        Double.isInfinite(tooMuch) ? sustained * STEP : (sustained + tooMuch) / 2);
  }

  /** Says what became of a rate. */
  void tried(double rate, boolean wasSustained) {
    trials++;
    if (wasSustained) {
      sustained = Math.max(sustained, rate);
    } else {
      tooMuch = Math.min(tooMuch, rate);
    }
  }

  /** The highest rate known to be sustained; 0 if none is. */
  double highest() {
    return sustained;
  }
}
