package dev.quadrille.cli.bench;

import org.HdrHistogram.Histogram;

/** How long things took, in milliseconds. */
record Latency(double p50, double p99, double p999, double max) {
  private static final double MICROS = 1_000.0;

  /**
   * @param micros values in microseconds
   */
  static Latency of(Histogram micros) {
    return new Latency(
        micros.getValueAtPercentile(50) / MICROS,
        micros.getValueAtPercentile(99) / MICROS,
        micros.getValueAtPercentile(99.9) / MICROS,
        micros.getMaxValue() / MICROS);
  }
}
