package dev.quadrille.cli.bench;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is to be measured.
 *
 * @param shapes what customers order, one after the other; all others are compared with the first
 * @param pace how fast, and for how long
 * @param backlog how many orders are placed to be drained, with the first shape and the floor of
 *     one transaction an event; 0 for none
 * @param floors what to compare with
 * @param candidates settings of services, each a list with commas, that are measured at the same
 *     rate
 * @param rows how many each large table holds before {@link Shape#TEN_MILLION_ROWS} is measured
 */
public record SagaPlan(
    List<Shape> shapes,
    Timing pace,
    int backlog,
    Set<Floor> floors,
    List<String> candidates,
    long rows) {

  /**
   * How fast orders arrive, and for how long.
   *
   * @param rate arrivals a second; null to look for the highest that is sustained
   * @param length how long the measured rate is held
   * @param trial how long each rate of the search is held
   * @param longestWarmUp how long the warm-up may take; zero for none
   * @param longestSearch after which no other rate is tried
   */
  public record Timing(
      @Nullable Double rate,
      Duration length,
      Duration trial,
      Duration longestWarmUp,
      Duration longestSearch) {}
}
