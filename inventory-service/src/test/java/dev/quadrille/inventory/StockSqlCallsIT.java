package dev.quadrille.inventory;

import dev.quadrille.contracts.CancellationReason;
import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.contracts.OrderRefundRequested;
import dev.quadrille.contracts.RefundReason;
import dev.quadrille.inventory.application.ReceiveStock;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.SqlCallsContract;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class StockSqlCallsIT extends SqlCallsContract {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static RunningService service;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            InventoryApplication.class,
            "inventory",
            "spring.main.sources=dev.quadrille.testkit.SqlCalls");
    service.bean(ReceiveStock.class).receive("tea", 1_000_000);
    service.bean(ReceiveStock.class).receive("cup", 1_000_000);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Override
  protected RunningService service() {
    return service;
  }

  @Override
  protected List<Function<UUID, SpecificRecord>> dance() {
    return List.of(
        order -> placed(order, "tea", "cup"),
        order -> new OrderConfirmed(order, "c", "n", "EUR", 0L, NOW),
        order -> new OrderRefundRequested(order, RefundReason.CUSTOMER, NOW),
        order -> placed(UUID.randomUUID(), "zinc"),
        order ->
            new OrderCancellationRequested(UUID.randomUUID(), CancellationReason.CUSTOMER, NOW));
  }

  private static OrderPlaced placed(UUID order, String... skus) {
    var lines = List.of(skus).stream().map(sku -> new OrderLine(sku, 2, 0L)).toList();
    return new OrderPlaced(order, "m", "n", "c", "EUR", 0L, lines, NOW, NOW);
  }
}
