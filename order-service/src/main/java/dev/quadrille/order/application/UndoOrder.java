package dev.quadrille.order.application;

import static dev.quadrille.order.domain.OrderState.CANCELLED;
import static dev.quadrille.order.domain.OrderState.CANCELLING;
import static dev.quadrille.order.domain.OrderState.REFUNDED;
import static dev.quadrille.order.domain.OrderState.REFUNDING;
import static dev.quadrille.order.domain.Reason.CUSTOMER;
import static dev.quadrille.order.domain.Reason.TIMEOUT;

import dev.quadrille.order.domain.Order;
import dev.quadrille.order.domain.OrderState;
import dev.quadrille.order.domain.Orders;
import dev.quadrille.outbox.Outbox;
import dev.quadrille.state.Journal;
import dev.quadrille.state.Outcome;
import dev.quadrille.state.Refusal;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Somebody wishes to have an order undone, or its deadline has passed. */
@Service
public class UndoOrder {
  private final Orders orders;
  private final Outbox outbox;
  private final OrderDecisions decisions;

  UndoOrder(Orders orders, Outbox outbox, Journal journal, Clock clock) {
    this.orders = orders;
    this.outbox = outbox;
    this.decisions = new OrderDecisions(journal, clock);
  }

  /**
   * For the customer, cancels an order that is undecided. Once for all: a repeat is accepted and
   * does nothing.
   *
   * @return the order as it stands now; refused if the merchant has no such order, or if it is
   *     decided in another way
   */
  @Transactional
  public Outcome<Order> cancel(String merchantId, UUID orderId) {
    return Outcome.of(orders.lock(merchantId, orderId), Orders.UNKNOWN)
        .then(order -> tell(order, decisions.cancel(order, CUSTOMER)))
        .then(order -> only(order, "not-cancellable", CANCELLING, CANCELLED));
  }

  /**
   * For the customer, refunds an order that is confirmed. Once for all: a repeat is accepted and
   * does nothing.
   *
   * @return the order as it stands now; refused if the merchant has no such order, or if it is not
   *     confirmed
   */
  @Transactional
  public Outcome<Order> refund(String merchantId, UUID orderId) {
    return Outcome.of(orders.lock(merchantId, orderId), Orders.UNKNOWN)
        .then(order -> tell(order, decisions.refund(order, CUSTOMER)))
        .then(order -> only(order, "not-refundable", REFUNDING, REFUNDED));
  }

  /** Cancels some of those that are undecided after their deadlines, the longest overdue first. */
  @Transactional
  public void cancelOverdue(int most) {
    outbox.append(
        orders.lockOverdue(most).stream()
            .flatMap(order -> decisions.cancel(order, TIMEOUT).stream())
            .toArray(SpecificRecord[]::new));
  }

  private Outcome<Order> tell(Order order, List<SpecificRecord> events) {
    outbox.append(events.toArray(SpecificRecord[]::new));
    return Outcome.done(order);
  }

  /** An order that is being undone in the way that was wished, since now or before. */
  private static Outcome<Order> only(Order order, String refusal, OrderState... wished) {
    return List.of(wished).contains(order.state())
        ? Outcome.done(order)
        : Outcome.refused(Refusal.conflict(refusal, "The order is " + order.state() + "."));
  }
}
