package dev.quadrille.testkit.oracle;

import java.util.List;
import java.util.Map;

/**
 * What a look at the system found.
 *
 * @param findings what does not agree; empty if all is well
 * @param inFlight orders that have not ended and whose money and stock are therefore not judged
 * @param counted how much was looked at, by what it is
 */
public record Verdict(List<Finding> findings, long inFlight, Map<String, Long> counted) {

  /** Whether everything agrees. Orders in flight do not count against it. */
  public boolean clean() {
    return findings.isEmpty();
  }

  /** Whether everything agrees and has ended. */
  public boolean cleanAndQuiet() {
    return clean() && inFlight == 0;
  }
}
