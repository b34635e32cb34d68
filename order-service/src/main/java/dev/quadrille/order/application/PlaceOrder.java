package dev.quadrille.order.application;

import dev.quadrille.order.domain.Order;
import dev.quadrille.order.domain.Orders;
import dev.quadrille.order.domain.Terms;
import dev.quadrille.outbox.Outbox;
import dev.quadrille.state.Ids;
import dev.quadrille.state.Journal;
import dev.quadrille.state.Outcome;
import dev.quadrille.state.Refusal;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Somebody orders. */
@Service
public class PlaceOrder {
  private static final Refusal NUMBER_USED =
      Refusal.conflict("order-number-used", "Another order of yours has this merchantOrderNo.");

  private final Orders orders;
  private final Outbox outbox;
  private final Journal journal;
  private final Ids ids;
  private final OrderProperties properties;

  PlaceOrder(Orders orders, Outbox outbox, Journal journal, Ids ids, OrderProperties properties) {
    this.orders = orders;
    this.outbox = outbox;
    this.journal = journal;
    this.ids = ids;
    this.properties = properties;
  }

  /**
   * Accepts an order; its saga begins. The same order again is the one that is there.
   *
   * @return the order; refused if the merchant has used its number for other terms
   * @throws ArithmeticException if its total is more than can be counted
   */
  @Transactional
  public Outcome<Order> place(Terms terms) {
    var free = orders.freeAt(terms.merchantId(), terms.merchantOrderNo());
    if (free.isEmpty()) {
      var existing =
          orders.findByMerchantIdAndMerchantOrderNo(terms.merchantId(), terms.merchantOrderNo());
      return Outcome.of(existing.filter(order -> order.terms().equals(terms)), NUMBER_USED);
    }
    var now = free.get();
    var order = new Order(ids.next(), terms, now, now.plus(properties.deadline()), journal);
    orders.save(order);
    outbox.append(OrderDecisions.placed(order));
    return Outcome.done(order);
  }
}
