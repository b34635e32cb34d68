package dev.quadrille.order.application;

import static dev.quadrille.contracts.CancellationReason.COMPENSATED_EARLY;
import static dev.quadrille.contracts.CancellationReason.CUSTOMER;
import static dev.quadrille.contracts.CancellationReason.OUT_OF_STOCK;
import static dev.quadrille.contracts.CancellationReason.PAYMENT_REFUSED;
import static dev.quadrille.contracts.CancellationReason.TIMEOUT;
import static dev.quadrille.order.domain.OrderState.CANCELLED;
import static dev.quadrille.order.domain.OrderState.CANCELLING;
import static dev.quadrille.order.domain.OrderState.CONFIRMED;
import static dev.quadrille.order.domain.OrderState.PLACED;
import static dev.quadrille.order.domain.OrderState.REFUNDED;
import static dev.quadrille.order.domain.OrderState.REFUNDING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.contracts.AccountDebited;
import dev.quadrille.contracts.CancellationReason;
import dev.quadrille.contracts.DebitRejected;
import dev.quadrille.contracts.DebitRejectionReason;
import dev.quadrille.contracts.MoneySettlement;
import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderCancelled;
import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.contracts.OrderRefundRequested;
import dev.quadrille.contracts.OrderRefunded;
import dev.quadrille.contracts.PaymentReversed;
import dev.quadrille.contracts.RefundReason;
import dev.quadrille.contracts.StockRejected;
import dev.quadrille.contracts.StockRejectionReason;
import dev.quadrille.contracts.StockReleased;
import dev.quadrille.contracts.StockSettlement;
import dev.quadrille.order.domain.FakeOrders;
import dev.quadrille.order.domain.Line;
import dev.quadrille.order.domain.OrderState;
import dev.quadrille.order.domain.Terms;
import dev.quadrille.testkit.HandlerScenario;
import dev.quadrille.testkit.RecordingJournal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class OrderSagaTest {
  private static final UUID ORDER = UUID.fromString("01900000-0000-7000-8000-000000000001");
  private static final UUID PHANTOM = UUID.fromString("01900000-0000-7000-8000-00000000000f");
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Terms TWO_TEAS =
      new Terms("m", "n", "c", "EUR", List.of(new Line("tea", 2, 500)));

  private static final AccountDebited DEBITED = debited(ORDER);
  private static final StockRejected NO_STOCK =
      new StockRejected(ORDER, StockRejectionReason.INSUFFICIENT_STOCK, "tea", NOW);
  private static final DebitRejected NO_MONEY =
      new DebitRejected(ORDER, DebitRejectionReason.INSUFFICIENT_FUNDS, NOW);
  private static final StockReleased STOCK_BACK =
      new StockReleased(ORDER, StockSettlement.RELEASED, NOW);
  private static final PaymentReversed MONEY_BACK =
      new PaymentReversed(ORDER, MoneySettlement.REVERSED, 1000L, "EUR", NOW);

  private static final OrderConfirmed ORDER_CONFIRMED =
      new OrderConfirmed(ORDER, "c", "n", "EUR", 1000L, NOW);
  private static final OrderRefundRequested REFUND_UNASKED =
      new OrderRefundRequested(ORDER, RefundReason.COMPENSATED_EARLY, NOW);
  private static final OrderRefunded ORDER_REFUNDED =
      new OrderRefunded(ORDER, "c", "n", "EUR", 1000L, NOW);

  private final Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
  private final FakeOrders orders = new FakeOrders(clock);
  private final OrderCommands commands = new OrderCommands(orders, new RecordingJournal(), clock);
  private final HandlerScenario saga = HandlerScenario.of(OrderHandlers.handlers(orders, clock));

  @BeforeEach
  void placeAnOrder() {
    commands.place(ORDER, TWO_TEAS, NOW, NOW);
  }

  @Nested
  class AccountDebitedArrives {

    @Test
    void confirmsTheOrder() {
      saga.when(DEBITED).thenEmits(ORDER_CONFIRMED).thenJournals("CONFIRM APPLIED");
      thenOrderIs(CONFIRMED);
    }

    @Test
    void confirmsOnceWhenRedelivered() {
      saga.given(DEBITED).when(DEBITED).thenEmitsNothing().thenJournals("CONFIRM DUPLICATE");
    }

    @Test
    void confirmsOnceWhenItStandsTwiceInABatch() {
      saga.whenTogether(DEBITED, DEBITED).thenEmits(ORDER_CONFIRMED);
    }

    @Test // case S3
    void comesTooLateForACancelledOrder() {
      commands.cancel(ORDER);
      saga.when(DEBITED).thenEmitsNothing().thenJournals("CONFIRM TOO_LATE");
      thenOrderIs(CANCELLING);
    }

    @Test
    void revivesNoOrderAfterItsDeadline() {
      commands.expire(ORDER);
      saga.given(STOCK_BACK).when(DEBITED).thenEmitsNothing();
      saga.when(MONEY_BACK).thenEmits(cancelled(TIMEOUT));
    }

    @Test
    void isTooEarlyForAnUnknownOrder() {
      saga.when(debited(PHANTOM)).thenIsTooEarly(debited(PHANTOM));
    }
  }

  @Nested
  class RefusalArrives {

    @Test
    void cancelsWhenStockIsShort() {
      saga.when(NO_STOCK).thenEmits(cancellation(OUT_OF_STOCK));
      thenOrderIs(CANCELLING);
    }

    @Test
    void cancelsWhenMoneyIsShort() {
      saga.when(NO_MONEY).thenEmits(cancellation(PAYMENT_REFUSED));
      thenOrderIs(CANCELLING);
    }

    @Test
    void cancelsOnceWhenRedelivered() {
      saga.given(NO_STOCK).when(NO_STOCK).thenEmitsNothing().thenJournals("CANCEL DUPLICATE");
    }

    @Test // case S2
    void cancelsOnceWhenBothRefuse() {
      saga.whenTogether(NO_STOCK, NO_MONEY).thenEmits(cancellation(OUT_OF_STOCK));
    }

    @Test
    void changesNothingAboutAConfirmedOrder() {
      saga.given(DEBITED).when(NO_STOCK).thenEmitsNothing().thenJournals("CANCEL TOO_LATE");
      thenOrderIs(CONFIRMED);
    }

    @Test
    void isTooEarlyForAnUnknownOrder() {
      var refusal = new DebitRejected(PHANTOM, DebitRejectionReason.NO_ACCOUNT, NOW);
      saga.when(refusal).thenIsTooEarly(refusal);
    }
  }

  @Nested
  class AnswersArrive {

    @Test
    void cancelsForGoodWhenBothAreIn() {
      saga.given(NO_MONEY, STOCK_BACK).when(MONEY_BACK).thenEmits(cancelled(PAYMENT_REFUSED));
      thenOrderIs(CANCELLED);
    }

    @Test
    void cancelsForGoodInEitherOrder() {
      commands.cancel(ORDER);
      saga.when(MONEY_BACK).thenEmitsNothing();
      thenOrderIs(CANCELLING);
      saga.when(STOCK_BACK)
          .thenEmits(cancelled(CUSTOMER))
          .thenJournals("CLOSE_CANCELLATION APPLIED");
    }

    @Test
    void cancelsForGoodWhenBothAreInOneBatch() {
      saga.given(NO_MONEY)
          .whenTogether(STOCK_BACK, MONEY_BACK)
          .thenEmits(cancelled(PAYMENT_REFUSED));
    }

    @Test
    void neverCountsOneAnswerTwice() {
      saga.given(NO_MONEY, STOCK_BACK)
          .when(STOCK_BACK)
          .thenEmitsNothing()
          .thenJournals("STOCK_BACK DUPLICATE");
      thenOrderIs(CANCELLING);
      commands.cancel(ORDER);
      saga.given(MONEY_BACK).when(MONEY_BACK).thenEmitsNothing();
    }

    @Test
    void tellsNothingAfterTheEnd() {
      saga.given(NO_MONEY, STOCK_BACK, MONEY_BACK)
          .when(STOCK_BACK)
          .when(MONEY_BACK)
          .thenEmitsNothing()
          .thenJournals("MONEY_BACK DUPLICATE");
      thenOrderIs(CANCELLED);
    }

    @Test
    void refundsForGoodWhenBothAreIn() {
      saga.given(DEBITED);
      commands.refund(ORDER);
      saga.when(MONEY_BACK).thenEmitsNothing();
      thenOrderIs(REFUNDING);
      saga.when(STOCK_BACK).thenEmits(ORDER_REFUNDED).thenJournals("CLOSE_REFUND APPLIED");
      thenOrderIs(REFUNDED);
    }

    @Test
    void areTooEarlyForAnUnknownOrder() {
      var answer = new StockReleased(PHANTOM, StockSettlement.NOTHING_HELD, NOW);
      saga.when(answer).thenIsTooEarly(answer);
    }
  }

  @Nested
  class AnswersThatNobodyAskedFor {

    @Test // case S1
    void cancelAnUndecidedOrderAndCount() {
      saga.when(STOCK_BACK).thenEmits(cancellation(COMPENSATED_EARLY));
      thenOrderIs(CANCELLING);
      saga.when(MONEY_BACK).thenEmits(cancelled(COMPENSATED_EARLY));
    }

    @Test
    void refundAConfirmedOrderAndCount() {
      saga.given(DEBITED).when(MONEY_BACK).thenEmits(REFUND_UNASKED);
      thenOrderIs(REFUNDING);
      saga.when(STOCK_BACK).thenEmits(ORDER_REFUNDED);
    }

    @Test
    void undoOnceWhenRedelivered() {
      saga.whenTogether(MONEY_BACK, MONEY_BACK)
          .thenEmits(cancellation(COMPENSATED_EARLY))
          .thenJournals("MONEY_BACK DUPLICATE");
      thenOrderIs(CANCELLING);
    }

    @Test
    void undoAndCloseWhenBothStandInOneBatch() {
      saga.whenTogether(STOCK_BACK, MONEY_BACK)
          .thenEmits(cancellation(COMPENSATED_EARLY), cancelled(COMPENSATED_EARLY));
    }
  }

  @Nested
  class Wishes {

    @Test
    void cancelAnUndecidedOrderOnce() {
      assertThat(commands.cancel(ORDER)).containsExactly(cancellation(CUSTOMER));
      assertThat(commands.cancel(ORDER)).isEmpty();
      assertThat(commands.expire(ORDER)).isEmpty();
    }

    @Test
    void refundAConfirmedOrderOnce() {
      assertThat(commands.refund(ORDER)).isEmpty();
      saga.given(DEBITED);
      assertThat(commands.cancel(ORDER)).isEmpty();
      assertThat(commands.refund(ORDER))
          .containsExactly(new OrderRefundRequested(ORDER, RefundReason.CUSTOMER, NOW));
      assertThat(commands.refund(ORDER)).isEmpty();
      thenOrderIs(REFUNDING);
    }

    @Test
    void comeToNothingWhenTheOrderIsPlaced() {
      assertThat(commands.refund(ORDER)).isEmpty();
      thenOrderIs(PLACED);
    }
  }

  private void thenOrderIs(OrderState state) {
    assertThat(orders.lock("m", ORDER).orElseThrow().state()).isEqualTo(state);
  }

  private static AccountDebited debited(UUID order) {
    return new AccountDebited(order, new UUID(0, 1), "EUR", 1000L, NOW);
  }

  private static OrderCancellationRequested cancellation(CancellationReason reason) {
    return new OrderCancellationRequested(ORDER, reason, NOW);
  }

  private static OrderCancelled cancelled(CancellationReason reason) {
    return new OrderCancelled(ORDER, "c", "n", reason, NOW);
  }
}
