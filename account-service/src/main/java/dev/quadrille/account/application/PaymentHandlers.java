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
  private final Books books;
  private final Ledger ledger;
  private final SuspenseCases cases;
  private final Clock clock;

  public PaymentHandlers(Books books, Ledger ledger, SuspenseCases cases, Clock clock) {
    this.books = books;
    this.ledger = ledger;
    this.cases = cases;
    this.clock = clock;
  }

  /** Which events account reacts to, and how. */
  public EventHandlers<?> handlers() {
    return EventHandlers.forConsumer("account", this::load)
        .on(StockReserved.class, PaymentSaga::debit)
        .on(OrderCancellationRequested.class, PaymentSaga::cancel)
        .on(OrderRefundRequested.class, PaymentSaga::refund)
        .build();
  }

  private PaymentSaga load(Batch batch) {
    var payers = batch.collect(StockReserved.class, order -> List.of(PaymentSaga.payer(order)));
    var rows = books.lock(batch.orderIds(), payers);
    return new PaymentSaga(rows, ledger, cases, batch.journal(), clock);
  }
}
