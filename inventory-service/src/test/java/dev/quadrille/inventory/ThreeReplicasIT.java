package dev.quadrille.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.handling.PublishedEvents;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.Platform;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Three replicas on one database. */
class ThreeReplicasIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final int ORDERS = 100;

  private static RunningService first;
  private static List<RunningService> others;

  @BeforeAll
  static void start() {
    first = RunningService.start(InventoryApplication.class, "inventory");
    others = List.of(beside(first.database()), beside(first.database()));
  }

  @AfterAll
  static void stop() {
    others.forEach(RunningService::close);
    first.close();
  }

  @Test // case S6
  void neverReserveMoreThanThereIs() {
    var sku = "sku-" + UUID.randomUUID();
    first.calledByOps().post("/stock/" + sku + "/receipts", "{\"quantity\":10}");
    PublishedEvents.publish(first, Stream.generate(() -> placed(sku)).limit(ORDERS).toList());

    await().atMost(PATIENCE).until(() -> count("outbox WHERE event_type LIKE '%Stock%'") == ORDERS);
    assertThat(count("outbox WHERE event_type LIKE '%StockReserved'")).isEqualTo(10);
    assertThat(first.calledByOps().get("/stock/" + sku).body().toString())
        .contains("\"onHand\":10", "\"reserved\":10", "\"available\":0");
    assertThat(count("parked_events")).isZero();
    assertThat(others).as("who had a part in it").anySatisfy(other -> hasHandled(other));
  }

  private static void hasHandled(RunningService replica) {
    assertThat(
            replica
                .bean(MeterRegistry.class)
                .find("quadrille.handling.events")
                .tag("outcome", "handled")
                .counters())
        .isNotEmpty();
  }

  private static RunningService beside(Database database) {
    return RunningService.startOn(
        Platform.shared(), database, InventoryApplication.class, "inventory");
  }

  private static long count(String rows) {
    return Long.parseLong(first.database().ask("SELECT count(*) FROM " + rows));
  }

  private static OrderPlaced placed(String sku) {
    var lines = List.of(new OrderLine(sku, 1, 5L));
    return new OrderPlaced(UUID.randomUUID(), "m", "n", "c", "EUR", 5L, lines, NOW, NOW);
  }
}
