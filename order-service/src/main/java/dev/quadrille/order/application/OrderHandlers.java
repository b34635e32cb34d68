package dev.quadrille.order.application;

import dev.quadrille.contracts.AccountDebited;
import dev.quadrille.contracts.DebitRejected;
import dev.quadrille.contracts.PaymentReversed;
import dev.quadrille.contracts.StockRejected;
import dev.quadrille.contracts.StockReleased;
import dev.quadrille.handling.Batch;
import dev.quadrille.handling.EventHandlers;
import dev.quadrille.handling.WorkingSet;
import dev.quadrille.order.domain.Order;
import dev.quadrille.order.domain.Orders;
import java.time.Clock;

/** Order's part of the dance. */
public final class OrderHandlers {

  private OrderHandlers() {}

  /** Which events order reacts to, and how. */
  public static EventHandlers<?> handlers(Orders orders, Clock clock) {
    return EventHandlers.forConsumer("order", batch -> load(batch, orders, clock))
        .knowing(OrderSaga::knows)
        .on(StockRejected.class, OrderSaga::outOfStock)
        .on(DebitRejected.class, OrderSaga::paymentRefused)
        .on(AccountDebited.class, OrderSaga::paid)
        .on(StockReleased.class, OrderSaga::stockBack)
        .on(PaymentReversed.class, OrderSaga::moneyBack)
        .build();
  }

  private static OrderSaga load(Batch batch, Orders orders, Clock clock) {
    var known = orders.lock(batch.orderIds());
    return new OrderSaga(WorkingSet.of(known, Order::id, orders::save), batch.journal(), clock);
  }
}
