package dev.quadrille.handling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.contracts.StockReleased;
import dev.quadrille.contracts.StockSettlement;
import dev.quadrille.testkit.RunningService;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

class LaneRateIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final int PER_SECOND = 60;
  private static final int EVENTS = 240;

  @Test
  void holdsALaneToItsRateAndTheOtherToNone() {
    try (var service =
        RunningService.start(
            TinyApplication.class,
            "tiny",
            "quadrille.handling.compensation.events-per-second=" + PER_SECOND)) {
      var released = publish(service, LaneRateIT::released);
      var placed = publish(service, LaneRateIT::placed);

      await().atMost(Duration.ofSeconds(15)).until(() -> handled(service, released) == EVENTS);
      // It begins with half a second's events and may not be ahead by more at any moment.
      assertThat(seconds(service, released))
          .isBetween(EVENTS / (double) PER_SECOND - 0.75, EVENTS / (double) PER_SECOND + 3);
      assertThat(mostInASecond(service, released)).isLessThanOrEqualTo(PER_SECOND * 3 / 2);
      assertThat(handled(service, placed)).isEqualTo(EVENTS);
      assertThat(seconds(service, placed)).isLessThan(seconds(service, released) / 2);
    }
  }

  private static UUID[] publish(RunningService service, Function<UUID, SpecificRecord> event) {
    var orders = Stream.generate(UUID::randomUUID).limit(EVENTS).toArray(UUID[]::new);
    PublishedEvents.publish(service, Stream.of(orders).map(event).toList());
    return orders;
  }

  private static long handled(RunningService service, UUID[] orders) {
    return Long.parseLong(ask(service, "SELECT count(*) FROM e", orders));
  }

  /** From the first transaction to the last. */
  private static double seconds(RunningService service, UUID[] orders) {
    return Double.parseDouble(
        ask(service, "SELECT extract(epoch FROM max(at) - min(at)) FROM e", orders));
  }

  private static long mostInASecond(RunningService service, UUID[] orders) {
    return Long.parseLong(
        ask(
            service,
            """
            SELECT max(n) FROM (
              SELECT count(*) OVER (ORDER BY at RANGE BETWEEN CURRENT ROW AND interval '1 second' FOLLOWING) AS n
              FROM e) AS windows
            """,
            orders));
  }

  private static String ask(RunningService service, String question, UUID[] orders) {
    return service
        .database()
        .ask(
            """
            WITH e AS (SELECT at FROM effect WHERE order_id = ANY('{%s}')) %s
            """
                .formatted(
                    String.join(",", Stream.of(orders).map(UUID::toString).toList()), question));
  }

  private static SpecificRecord released(UUID order) {
    return new StockReleased(order, StockSettlement.RELEASED, NOW);
  }

  private static SpecificRecord placed(UUID order) {
    var line = new OrderLine("tea", 1, 5L);
    return new OrderPlaced(order, "m", "n", "c", "EUR", 5L, List.of(line), NOW, NOW);
  }
}
