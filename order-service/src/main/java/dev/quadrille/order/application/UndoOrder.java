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
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
   * @return empty if the merchant has no such order
   */
  @Transactional
  public Optional<Answer> cancel(String merchantId, UUID orderId) {
    return orders
        .lock(merchantId, orderId)
        .map(order -> tell(order, decisions.cancel(order, CUSTOMER)))
        .map(order -> Answer.about(order, Set.of(CANCELLING, CANCELLED)));
  }

  /**
   * For the customer, refunds an order that is confirmed. Once for all: a repeat is accepted and
   * does nothing.
   *
   * @return empty if the merchant has no such order
   */
  @Transactional
  public Optional<Answer> refund(String merchantId, UUID orderId) {
    return orders
        .lock(merchantId, orderId)
        .map(order -> tell(order, decisions.refund(order, CUSTOMER)))
        .map(order -> Answer.about(order, Set.of(REFUNDING, REFUNDED)));
  }

  /** Cancels some of those that are undecided after their deadlines, the longest overdue first. */
  @Transactional
  public void cancelOverdue(int most) {
    outbox.append(
        orders.lockOverdue(most).stream()
            .flatMap(order -> decisions.cancel(order, TIMEOUT).stream())
            .toArray(SpecificRecord[]::new));
  }

  private Order tell(Order order, List<SpecificRecord> events) {
    outbox.append(events.toArray(SpecificRecord[]::new));
    return order;
  }

  /**
   * What became of the wish.
   *
   * @param order as it stands now
   * @param accepted whether it is being undone in the way that was wished, since now or before
   */
  public record Answer(Order order, boolean accepted) {

    private static Answer about(Order order, Set<OrderState> wished) {
      return new Answer(order, wished.contains(order.state()));
    }
  }
}
