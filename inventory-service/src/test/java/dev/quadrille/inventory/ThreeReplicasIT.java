package dev.quadrille.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.handling.PublishedEvents;
import dev.quadrille.testkit.Replicas;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ThreeReplicasIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final int ORDERS = 100;

  @Test // case S6
  void neverReserveMoreThanThereIs() {
    try (var replicas = Replicas.three(InventoryApplication.class, "inventory")) {
      var ops = replicas.first().calledByOps();
      ops.post("/stock/tea/receipts", "{\"quantity\":10}");
      PublishedEvents.publish(
          replicas.first(), Stream.generate(ThreeReplicasIT::placed).limit(ORDERS).toList());

      await()
          .atMost(PATIENCE)
          .until(() -> replicas.count("outbox WHERE event_type LIKE '%Stock%'") == ORDERS);
      assertThat(replicas.count("outbox WHERE event_type LIKE '%StockReserved'")).isEqualTo(10);
      assertThat(ops.get("/stock/tea").body().toString())
          .contains("\"onHand\":10", "\"reserved\":10", "\"available\":0");
      assertThat(replicas.count("parked_events")).isZero();
      assertThat(replicas.busy()).as("who had a part in it").isGreaterThan(1);
    }
  }

  private static OrderPlaced placed() {
    var lines = List.of(new OrderLine("tea", 1, 5L));
    return new OrderPlaced(UUID.randomUUID(), "m", "n", "c", "EUR", 5L, lines, NOW, NOW);
  }
}
