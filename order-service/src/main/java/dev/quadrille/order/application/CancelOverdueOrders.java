package dev.quadrille.order.application;

import static dev.quadrille.order.domain.Reason.TIMEOUT;

import dev.quadrille.order.domain.Orders;
import dev.quadrille.outbox.Outbox;
import dev.quadrille.state.Journal;
import java.time.Clock;
import org.apache.avro.specific.SpecificRecord;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The deadline of orders has passed. */
@Service
class CancelOverdueOrders {
  private final Orders orders;
  private final Outbox outbox;
  private final OrderDecisions decisions;

  CancelOverdueOrders(Orders orders, Outbox outbox, Journal journal, Clock clock) {
    this.orders = orders;
    this.outbox = outbox;
    this.decisions = new OrderDecisions(journal, clock);
  }

  /** Cancels some of those that are undecided, the longest overdue first. */
  @Transactional
  public void cancel(int most) {
    outbox.append(
        orders.lockOverdue(most).stream()
            .flatMap(order -> decisions.cancel(order, TIMEOUT).stream())
            .toArray(SpecificRecord[]::new));
  }
}
