package dev.quadrille.account.application;

import dev.quadrille.account.domain.SuspenseCases;
import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderRefundRequested;
import dev.quadrille.contracts.StockReserved;
import dev.quadrille.handling.Batch;
import dev.quadrille.handling.EventHandlers;
import java.time.Clock;
import java.util.List;

/** Account's part of the dance. */
public final class PaymentHandlers {

  private PaymentHandlers() {}

  /** Which events account reacts to, and how. */
  public static EventHandlers<?> handlers(Books books, SuspenseCases cases, Clock clock) {
    return EventHandlers.forConsumer("account", batch -> load(batch, books, cases, clock))
        .on(StockReserved.class, PaymentSaga::debit)
        .on(OrderCancellationRequested.class, PaymentSaga::cancel)
        .on(OrderRefundRequested.class, PaymentSaga::refund)
        .build();
  }

  private static PaymentSaga load(Batch batch, Books books, SuspenseCases cases, Clock clock) {
    var payers = batch.collect(StockReserved.class, order -> List.of(PaymentSaga.payer(order)));
    var rows = books.lock(batch.orderIds(), payers);
    return new PaymentSaga(rows, books, cases, batch.journal(), clock);
  }
}
