package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Shows how many events wait on each lane, as {@code quadrille.handling.lag}: asked of Kafka and
 * the database, not of the consumer, which may be what hangs.
 */
final class LagGauge {
  private final Figures<Lane> lag;

  LagGauge(LaneBacklog backlog, MeterRegistry meters) {
    lag =
        new Figures<>(
            () ->
                Stream.of(Lane.values()).collect(Collectors.toMap(lane -> lane, backlog::waiting)));
    for (var lane : Lane.values()) {
      lag.show(
          meters,
          "quadrille.handling.lag",
          "Events on the lane's topics that no transaction has moved past",
          lane,
          "lane",
          lane.label());
    }
  }

  void look() {
    lag.look();
  }
}
