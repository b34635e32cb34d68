package dev.quadrille.cli;

import dev.quadrille.testkit.platform.Ports;
import java.util.stream.IntStream;

/** Where a test's system can listen. */
final class PortOffset {

  private PortOffset() {}

  /** An offset at which every port is free right now. */
  static int free() {
    return IntStream.iterate(1_000, offset -> offset + 100)
        .limit(100)
        .filter(
            offset ->
                IntStream.of(8081, 8082, 8083, 8084, 8085, 15432, 19092)
                    .allMatch(port -> Ports.isFree(port + offset)))
        .findFirst()
        .orElseThrow();
  }
}
