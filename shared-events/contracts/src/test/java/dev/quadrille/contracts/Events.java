package dev.quadrille.contracts;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Events that break no rule. */
final class Events {
  private static final UUID ORDER = UUID.fromString("018f4e6a-0000-7000-8000-00000000000a");
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00.000001Z");

  private Events() {}

  /** Two teas at 2.50 and a pot at 5.00. */
  static OrderPlaced.Builder orderPlaced() {
    return OrderPlaced.newBuilder()
        .setOrderId(ORDER)
        .setMerchantId("shop-1")
        .setMerchantOrderNo("A-1")
        .setCustomerId("customer-1")
        .setCurrency("EUR")
        .setTotalMinor(1000)
        .setLines(List.of(new OrderLine("tea", 2, 250L), new OrderLine("pot", 1, 500L)))
        .setDeadline(NOON.plusSeconds(300))
        .setPlacedAt(NOON);
  }

  static StockReserved.Builder stockReserved() {
    return StockReserved.newBuilder()
        .setOrderId(ORDER)
        .setMerchantId("shop-1")
        .setCustomerId("customer-1")
        .setCurrency("EUR")
        .setTotalMinor(1000)
        .setLines(List.of(new ReservedLine("tea", 2L)))
        .setReservedAt(NOON);
  }

  static PaymentReversed.Builder paymentReversed() {
    return PaymentReversed.newBuilder()
        .setOrderId(ORDER)
        .setSettlement(MoneySettlement.NOTHING_HELD)
        .setAmountMinor(0)
        .setReversedAt(NOON);
  }
}
