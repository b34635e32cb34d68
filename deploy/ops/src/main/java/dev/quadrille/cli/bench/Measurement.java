package dev.quadrille.cli.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of services as they were set.
 *
 * @param warmUp windows of equal length under full load
 * @param search the rates that were tried, in this order
 * @param highest the highest rate that was sustained; null if none was looked for, or none is
 * @param measured the rate that latencies and costs are told of: half the highest, or the one asked
 *     for
 * @param statements the dearest while that rate was held
 * @param drain null if no backlog was wanted
 */
record Measurement(
    List<Load.FullWindow> warmUp,
    List<Trial> search,
    @Nullable Trial highest,
    Trial measured,
    List<StatementCost> statements,
    @Nullable Drain drain) {

  /** What the services complete a second at most: at the highest rate, or else under full load. */
  double sagasPerSecond() {
    if (highest == null && !warmUp.isEmpty()) {
      return lastWindow().rate();
    }
    return fastest().completedPerSecond();
  }

  /** How many events a transaction of a consumer handled then. */
  double eventsPerBatch() {
    if (highest == null && !warmUp.isEmpty()) {
      return lastWindow().eventsPerBatch();
    }
    return fastest().cost().eventsPerBatch();
  }

  private Trial fastest() {
    return highest == null ? measured : highest;
  }

  private Load.FullWindow lastWindow() {
    return warmUp.get(warmUp.size() - 1);
  }
}
