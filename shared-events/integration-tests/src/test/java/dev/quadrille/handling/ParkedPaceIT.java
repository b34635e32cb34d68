package dev.quadrille.handling;

import static dev.quadrille.handling.DeliveredBatch.deliverRecords;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.codec.EventCodec;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.testkit.RunningService;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** How fast parked events are attempted again. */
class ParkedPaceIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final UUID ORDER = UUID.randomUUID();

  @Test // case K3
  void doublesItsPausesAndThenWaitsForAPerson() {
    try (var service =
        RunningService.start(
            TinyApplication.class,
            "tiny",
            "quadrille.handling.attempts=4",
            "quadrille.handling.attempt-delay=1s")) {
      var attempts = new CopyOnWriteArrayList<Long>();
      service
          .bean(TinyApplication.class)
          .when(
              ORDER,
              nothing -> {
                attempts.add(System.nanoTime());
                throw new IllegalStateException("broken for good");
              });
      var lines = List.of(new OrderLine("tea", 1, 5L));
      var event = new OrderPlaced(ORDER, "m", "n", "c", "EUR", 5L, lines, NOW, NOW);
      var record = DeliveredBatch.record(event, service.bean(EventCodec.class).encode(event));
      deliverRecords(service, List.of(record));
      await().atMost(PATIENCE).until(() -> attempts.size() == 4);

      for (var attempt = 1; attempt < 4; attempt++) {
        var pause = Duration.ofNanos(attempts.get(attempt) - attempts.get(attempt - 1));
        assertThat(pause)
            .as("pause %d", attempt)
            .isGreaterThan(Duration.ofSeconds(1 << attempt - 1));
      }
      // That it comes again makes no difference.
      deliverRecords(service, List.of(record));
      await().during(Duration.ofSeconds(5)).atMost(PATIENCE).until(() -> attempts.size() == 4);
    }
  }
}
