package dev.quadrille.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.AccountDebited;
import dev.quadrille.contracts.DebitRejected;
import dev.quadrille.contracts.DebitRejectionReason;
import dev.quadrille.contracts.MoneySettlement;
import dev.quadrille.contracts.PaymentReversed;
import dev.quadrille.contracts.StockRejected;
import dev.quadrille.contracts.StockRejectionReason;
import dev.quadrille.contracts.StockReleased;
import dev.quadrille.contracts.StockSettlement;
import dev.quadrille.handling.DeliveredBatch;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.RunningService;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A symbol that this version does not know is read as UNKNOWN. Case A1. */
class UnknownSymbolsIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  private static RunningService service;
  private static HttpCaller shop;
  private static HttpCaller ops;

  private String order;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            OrderApplication.class,
            "order",
            "quadrille.order.sweep-pause=1h",
            "quadrille.handling.attempt-delay=1h");
    shop = service.calledBy("shop-1");
    ops = service.calledByOps();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void placeAnOrder() {
    var placed =
        shop.post(
            "/orders",
            """
            {"merchantOrderNo": "%s", "customerId": "c", "currency": "EUR",
             "lines": [{"sku": "tea", "quantity": 1, "unitPriceMinor": 500}]}
            """
                .formatted(UUID.randomUUID()));
    order = placed.text("orderId");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/cancellation", "/refund"})
  void neverCountAsStockBack(String undo) {
    undo(undo);
    deliver(stockBack(StockSettlement.UNKNOWN));
    deliver(moneyBack(MoneySettlement.REVERSED));
    thenIsOpenUntilTheSettlementIsKnown("RELEASED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/cancellation", "/refund"})
  void neverCountAsMoneyBack(String undo) {
    undo(undo);
    deliver(moneyBack(MoneySettlement.UNKNOWN));
    deliver(stockBack(StockSettlement.RELEASED));
    thenIsOpenUntilTheSettlementIsKnown("REVERSED");
  }

  @Test
  void neverUndoAnOrderThatNobodyUndid() {
    deliver(stockBack(StockSettlement.UNKNOWN));
    deliver(moneyBack(MoneySettlement.UNKNOWN));
    assertThat(status()).isEqualTo("PLACED");
    assertThat(parked()).hasSize(2);
  }

  @Test
  void areARefusalLikeTheOthersInARefusal() {
    deliver(new StockRejected(id(), StockRejectionReason.UNKNOWN, null, NOW));
    assertThat(status()).isEqualTo("CANCELLING");
    placeAnOrder();
    deliver(new DebitRejected(id(), DebitRejectionReason.UNKNOWN, NOW));
    assertThat(status()).isEqualTo("CANCELLING");
    assertThat(parked()).isEmpty();
  }

  private void undo(String undo) {
    if (undo.equals("/refund")) {
      deliver(new AccountDebited(id(), new UUID(0, 1), "EUR", 500L, NOW));
    }
    assertThat(shop.post("/orders/" + order + undo, "").status()).isEqualTo(202);
  }

  private void thenIsOpenUntilTheSettlementIsKnown(String known) {
    assertThat(status()).isIn("CANCELLING", "REFUNDING");
    assertThat(parked()).hasSize(1);
    var path = "/ops/parked/" + parked().get(0).path("id").asLong();
    var whole = ops.get(path).body();
    assertThat(whole.path("reason").asString()).isEqualTo("BROKEN");
    assertThat(whole.path("detail").asString()).contains("UnknownSymbolException");
    assertThat(whole.at("/event/settlement").asString()).isEqualTo("UNKNOWN");

    // As a version reads it that knows.
    var event = whole.path("event").toString().replace("UNKNOWN", known);
    var edit = "{\"by\": \"eve\", \"why\": \"upgraded\", \"event\": " + event + "}";
    assertThat(ops.post(path + "/edit-and-retry", edit).status()).isEqualTo(200);
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(status()).isIn("CANCELLED", "REFUNDED"));
  }

  private StockReleased stockBack(StockSettlement settlement) {
    return new StockReleased(id(), settlement, NOW);
  }

  private PaymentReversed moneyBack(MoneySettlement settlement) {
    return new PaymentReversed(id(), settlement, 500L, "EUR", NOW);
  }

  private UUID id() {
    return UUID.fromString(order);
  }

  private String status() {
    return shop.get("/orders/" + order).text("status");
  }

  private List<JsonNode> parked() {
    return ops.get("/ops/parked?order=" + order).body().path("items").valueStream().toList();
  }

  private static void deliver(SpecificRecord event) {
    DeliveredBatch.deliver(service, List.of(event));
  }
}
