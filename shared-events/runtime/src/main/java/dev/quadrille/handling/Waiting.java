package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Shows how many events wait on each lane, and how many in the parking lot. */
final class Waiting {
  // A parking lot that has grown beyond this is on fire anyway.
  private static final int COUNTED = 10_000;
  private static final String PARKED =
      """
      SELECT lane, reason, count(*) AS events
      FROM (SELECT lane, reason FROM parked_events WHERE settled_at IS NULL LIMIT ?) AS open GROUP BY lane, reason
      """;

  private final Figures<Lane> lag;
  private final Figures<String> parked;

  Waiting(LaneBacklog backlog, JdbcClient jdbc, MeterRegistry meters) {
    lag = new Figures<>(() -> lag(backlog));
    parked = new Figures<>(() -> parked(jdbc));
    for (var lane : Lane.values()) {
      lag.show(
          meters,
          "quadrille.handling.lag",
          "Events on the lane's topics that no transaction has moved past",
          lane,
          "lane",
          lane.label());
      for (var reason : ParkingReason.values()) {
        parked.show(
            meters,
            "quadrille.handling.parked.open",
            "Events in the parking lot that nobody has settled",
            key(lane.label(), reason.name()),
            "lane",
            lane.label(),
            "reason",
            reason.name());
      }
    }
  }

  void look() {
    try {
      parked.look();
    } finally {
      lag.look();
    }
  }

  private static Map<Lane, Long> lag(LaneBacklog backlog) {
    return Stream.of(Lane.values()).collect(Collectors.toMap(lane -> lane, backlog::waiting));
  }

  private static Map<String, Long> parked(JdbcClient jdbc) {
    return jdbc
        .sql(PARKED)
        .param(COUNTED)
        .query(
            (row, number) ->
                Map.entry(key(row.getString("lane"), row.getString("reason")), row.getLong(3)))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static String key(String lane, String reason) {
    return lane + " " + reason;
  }
}
