package dev.quadrille.inventory.application;

import static dev.quadrille.contracts.StockRejectionReason.INSUFFICIENT_STOCK;
import static dev.quadrille.contracts.StockRejectionReason.UNKNOWN_SKU;
import static dev.quadrille.contracts.StockSettlement.NOTHING_HELD;
import static dev.quadrille.contracts.StockSettlement.RELEASED;
import static dev.quadrille.contracts.StockSettlement.RESTOCKED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.contracts.CancellationReason;
import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.contracts.OrderRefundRequested;
import dev.quadrille.contracts.RefundReason;
import dev.quadrille.contracts.ReservedLine;
import dev.quadrille.contracts.StockCommitted;
import dev.quadrille.contracts.StockRejected;
import dev.quadrille.contracts.StockRejectionReason;
import dev.quadrille.contracts.StockReleased;
import dev.quadrille.contracts.StockReserved;
import dev.quadrille.contracts.StockSettlement;
import dev.quadrille.inventory.domain.FakeReservations;
import dev.quadrille.inventory.domain.FakeStocks;
import dev.quadrille.testkit.HandlerScenario;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class StockSagaTest {
  private static final UUID ORDER = UUID.fromString("01900000-0000-7000-8000-000000000001");
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final OrderPlaced TWO_TEAS = placed(line("tea", 2));
  private static final OrderConfirmed CONFIRMED =
      new OrderConfirmed(ORDER, "c", "n", "EUR", 0L, NOW);
  private static final OrderCancellationRequested CANCELLATION =
      new OrderCancellationRequested(ORDER, CancellationReason.CUSTOMER, NOW);
  private static final OrderRefundRequested REFUND =
      new OrderRefundRequested(ORDER, RefundReason.CUSTOMER, NOW);
  private static final StockReserved RESERVED_TWO_TEAS = reserved(new ReservedLine("tea", 2L));

  private final FakeStocks stocks = new FakeStocks().with("tea", 3).with("cup", 5);
  private final HandlerScenario saga =
      HandlerScenario.of(
          StockHandlers.handlers(new FakeReservations(), stocks, Clock.fixed(NOW, ZoneOffset.UTC)));

  @Nested
  class OrderPlacedArrives {

    @Test
    void reservesAllLines() {
      var order = placed(line("tea", 2), line("cup", 5));
      saga.when(order)
          .thenEmits(reserved(new ReservedLine("cup", 5L), new ReservedLine("tea", 2L)));
      thenStock("tea", 3, 2);
      thenStock("cup", 5, 5);
    }

    @Test // case S4
    void holdsNothingWhenTheThirdLineIsShort() {
      var order = placed(line("tea", 1), line("cup", 1), line("zinc", 1));
      saga.when(order).thenEmits(rejected(UNKNOWN_SKU, "zinc"));
      thenStock("tea", 3, 0);
      thenStock("cup", 5, 0);
    }

    @Test // case S4
    void addsUpLinesOfOneSku() {
      saga.when(placed(line("tea", 2), line("tea", 2)))
          .thenEmits(rejected(INSUFFICIENT_STOCK, "tea"));
      thenStock("tea", 3, 0);
    }

    @Test // case S4
    void reservesAThousandLinesOrNone() {
      var lines = new OrderLine[1_000];
      for (var i = 0; i < lines.length; i++) {
        stocks.with("sku-" + i, 1);
        lines[i] = line("sku-" + i, 1);
      }
      lines[999] = line("sku-999", 2);
      saga.when(placed(lines)).thenEmits(rejected(INSUFFICIENT_STOCK, "sku-999"));
      thenStock("sku-0", 1, 0);
    }

    @Test
    void reservesOnceWhenRedelivered() {
      saga.given(TWO_TEAS).when(TWO_TEAS).thenEmitsNothing().thenJournals("CREATE DUPLICATE");
      thenStock("tea", 3, 2);
    }

    @Test
    void reservesOnceWhenItStandsTwiceInABatch() {
      saga.whenTogether(TWO_TEAS, TWO_TEAS).thenEmits(RESERVED_TWO_TEAS);
      thenStock("tea", 3, 2);
    }

    @Test // case S1
    void holdsNothingWhenTheCancellationCameFirst() {
      saga.given(CANCELLATION).when(TWO_TEAS).thenEmitsNothing();
      thenStock("tea", 3, 0);
    }

    @Test // case S6
    void neverOversellsWithinABatch() {
      var other = UUID.fromString("01900000-0000-7000-8000-000000000002");
      var secondOrder = placed(other, line("tea", 2));
      saga.whenTogether(TWO_TEAS, secondOrder)
          .thenEmits(RESERVED_TWO_TEAS, new StockRejected(other, INSUFFICIENT_STOCK, "tea", NOW));
      thenStock("tea", 3, 2);
    }
  }

  @Nested
  class OrderConfirmedArrives {

    @Test
    void commitsWhatIsHeld() {
      saga.given(TWO_TEAS).when(CONFIRMED).thenEmits(new StockCommitted(ORDER, NOW));
      thenStock("tea", 1, 0);
    }

    @Test
    void commitsOnceWhenRedelivered() {
      saga.given(TWO_TEAS, CONFIRMED)
          .when(CONFIRMED)
          .thenEmitsNothing()
          .thenJournals("COMMIT DUPLICATE");
      thenStock("tea", 1, 0);
    }

    @Test
    void commitsNothingAfterARelease() {
      saga.given(TWO_TEAS, CANCELLATION)
          .when(CONFIRMED)
          .thenEmitsNothing()
          .thenJournals("COMMIT TOO_LATE");
      thenStock("tea", 3, 0);
    }

    @Test
    void isTooEarlyWhenNothingIsHeldYet() {
      saga.when(CONFIRMED).thenIsTooEarly(CONFIRMED);
    }
  }

  @Nested
  class CancellationArrives {

    @Test
    void releasesWhatIsHeld() {
      saga.given(TWO_TEAS).when(CANCELLATION).thenEmits(released(RELEASED));
      thenStock("tea", 3, 0);
    }

    @Test // case S2
    void releasesOnceWhenTwoFailuresArrive() {
      saga.given(TWO_TEAS)
          .when(CANCELLATION)
          .when(CANCELLATION)
          .thenEmits(released(RELEASED))
          .thenJournals("RELEASE DUPLICATE");
      thenStock("tea", 3, 0);
    }

    @Test // case S1
    void fencesAnOrderThatHasNotArrived() {
      saga.when(CANCELLATION).thenEmits(released(NOTHING_HELD)).thenJournals("CREATE APPLIED");
    }

    @Test
    void closesARefusedOrderAndAnswersOnce() {
      saga.given(placed(line("tea", 9)))
          .when(CANCELLATION)
          .when(CANCELLATION)
          .thenEmits(released(NOTHING_HELD));
    }

    @Test
    void leavesCommittedGoodsAlone() {
      saga.given(TWO_TEAS, CONFIRMED)
          .when(CANCELLATION)
          .thenEmitsNothing()
          .thenJournals("RELEASE TOO_LATE");
      thenStock("tea", 1, 0);
    }
  }

  @Nested
  class RefundArrives {

    @Test
    void restocksWhatHadLeft() {
      saga.given(TWO_TEAS, CONFIRMED).when(REFUND).thenEmits(released(RESTOCKED));
      thenStock("tea", 3, 0);
    }

    @Test
    void restocksOnceWhenRedelivered() {
      saga.given(TWO_TEAS, CONFIRMED).when(REFUND).when(REFUND).thenEmits(released(RESTOCKED));
      thenStock("tea", 3, 0);
    }

    @Test
    void releasesWhatHasNotLeftYet() {
      saga.given(TWO_TEAS).when(REFUND).when(CONFIRMED).thenEmits(released(RELEASED));
      thenStock("tea", 3, 0);
    }

    @Test
    void fencesAnOrderThatHasNotArrived() {
      saga.when(REFUND).when(TWO_TEAS).thenEmits(released(NOTHING_HELD));
      thenStock("tea", 3, 0);
    }
  }

  private void thenStock(String sku, long onHand, long reserved) {
    var stock = stocks.findById(sku).orElseThrow();
    assertThat(stock.onHand()).as("on hand").isEqualTo(onHand);
    assertThat(stock.reserved()).as("reserved").isEqualTo(reserved);
  }

  private static OrderPlaced placed(OrderLine... lines) {
    return placed(ORDER, lines);
  }

  private static OrderPlaced placed(UUID order, OrderLine... lines) {
    return new OrderPlaced(order, "m", "n", "c", "EUR", 0L, List.of(lines), NOW, NOW);
  }

  private static OrderLine line(String sku, int quantity) {
    return new OrderLine(sku, quantity, 0L);
  }

  private static StockReserved reserved(ReservedLine... lines) {
    return new StockReserved(ORDER, "m", "c", "EUR", 0L, List.of(lines), NOW);
  }

  private static StockRejected rejected(StockRejectionReason reason, String sku) {
    return new StockRejected(ORDER, reason, sku, NOW);
  }

  private static StockReleased released(StockSettlement settlement) {
    return new StockReleased(ORDER, settlement, NOW);
  }
}
