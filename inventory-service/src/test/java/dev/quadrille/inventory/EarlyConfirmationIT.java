package dev.quadrille.inventory;

import static dev.quadrille.handling.PublishedEvents.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.RunningService;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A confirmation that is read before the order that it confirms, as Kafka brings it. */
class EarlyConfirmationIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static RunningService service;
  private static HttpCaller ops;

  private final UUID order = UUID.randomUUID();
  private final String sku = "sku-" + order;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            InventoryApplication.class,
            "inventory",
            "quadrille.handling.attempt-delay=100ms",
            "quadrille.handling.longest-attempt-delay=1s",
            "quadrille.ops.stuck-after=1s");
    ops = service.calledByOps();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void hasItsEffectByItselfThoughTheOrderComesAfterTheThirdAttempt() {
    ops.post("/stock/" + sku + "/receipts", "{\"quantity\": 5}");
    publish(service, List.of(new OrderConfirmed(order, "m", "c", "EUR", 10L, NOW)));
    await().atMost(PATIENCE).until(() -> early().path("attempts").asInt() > 3);
    await().atMost(PATIENCE).until(() -> stuck().contains(order.toString()));
    assertThat(early().path("reason").asString()).isEqualTo("TOO_EARLY");

    var line = new OrderLine(sku, 2, 5L);
    publish(
        service,
        List.of(new OrderPlaced(order, "m", "n", "c", "EUR", 10L, List.of(line), NOW, NOW)));
    await().atMost(PATIENCE).until(() -> early().path("settlement").asString().equals("HANDLED"));
    assertThat(stuck()).doesNotContain(order.toString());
    var stock = ops.get("/stock/" + sku).body();
    assertThat(stock.path("onHand").asInt()).as("the goods have left").isEqualTo(3);
    assertThat(stock.path("reserved").asInt()).isZero();
  }

  private JsonNode early() {
    var open = parked("OPEN");
    return open.isEmpty() ? parked("SETTLED").path(0) : open.path(0);
  }

  private JsonNode parked(String state) {
    return ops.get("/ops/parked?order=" + order + "&state=" + state).body().path("items");
  }

  private static String stuck() {
    return ops.get("/ops/stuck").body().toString();
  }
}
