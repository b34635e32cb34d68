package dev.quadrille.order.application;

import static dev.quadrille.handling.UnknownSymbolException.requireKnown;
import static dev.quadrille.order.domain.Reason.COMPENSATED_EARLY;
import static dev.quadrille.order.domain.Reason.OUT_OF_STOCK;
import static dev.quadrille.order.domain.Reason.PAYMENT_REFUSED;

import dev.quadrille.contracts.AccountDebited;
import dev.quadrille.contracts.DebitRejected;
import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.PaymentReversed;
import dev.quadrille.contracts.StockRejected;
import dev.quadrille.contracts.StockReleased;
import dev.quadrille.handling.WorkingSet;
import dev.quadrille.order.domain.Order;
import dev.quadrille.state.Journal;
import dev.quadrille.state.MoveOutcome;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;

/** What order does about the others' events, over the orders that a batch has loaded. */
final class OrderSaga {
  private final WorkingSet<UUID, Order> orders;
  private final OrderDecisions decisions;
  private final Journal journal;
  private final Clock clock;

  OrderSaga(WorkingSet<UUID, Order> orders, Journal journal, Clock clock) {
    this.orders = orders;
    this.decisions = new OrderDecisions(journal, clock);
    this.journal = journal;
    this.clock = clock;
  }

  boolean knows(SpecificRecord event) {
    return orders.find(EventType.of(event).orderId(event)).isPresent();
  }

  /**
   * Nothing could be held: cancels, whatever the reason is; also one that a later version gives.
   */
  List<SpecificRecord> outOfStock(StockRejected event) {
    return decisions.cancel(order(event.getOrderId()), OUT_OF_STOCK);
  }

  /** Nothing could be debited: cancels, whatever the reason is. */
  List<SpecificRecord> paymentRefused(DebitRejected event) {
    return decisions.cancel(order(event.getOrderId()), PAYMENT_REFUSED);
  }

  /** Held and paid: confirms. */
  List<SpecificRecord> paid(AccountDebited event) {
    return decisions.confirm(order(event.getOrderId()));
  }

  /** Inventory's answer: closes the order when account's is in. */
  List<SpecificRecord> stockBack(StockReleased event) {
    requireKnown(event.getSettlement());
    return answered(order(event.getOrderId()), Order::stockBack);
  }

  /** Account's answer: closes the order when inventory's is in. */
  List<SpecificRecord> moneyBack(PaymentReversed event) {
    requireKnown(event.getSettlement());
    return answered(order(event.getOrderId()), Order::moneyBack);
  }

  private List<SpecificRecord> answered(Order order, Answer answer) {
    var following = new ArrayList<>(undoIfNobodyHas(order));
    if (answer.note(order, clock.instant(), journal).applied()) {
      following.addAll(decisions.close(order));
    }
    return following;
  }

  /** An answer that nobody asked for is still a fact: this order cannot be fulfilled any more. */
  private List<SpecificRecord> undoIfNobodyHas(Order order) {
    return switch (order.state()) {
      case PLACED -> decisions.cancel(order, COMPENSATED_EARLY);
      case CONFIRMED -> decisions.refund(order, COMPENSATED_EARLY);
      case CANCELLING, CANCELLED, REFUNDING, REFUNDED -> List.of();
    };
  }

  private Order order(UUID id) {
    return orders.find(id).orElseThrow();
  }

  private interface Answer {
    MoveOutcome note(Order order, Instant at, Journal journal);
  }
}
