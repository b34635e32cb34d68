package dev.quadrille.order.application;

import static dev.quadrille.order.domain.Reason.CUSTOMER;
import static dev.quadrille.order.domain.Reason.TIMEOUT;

import dev.quadrille.order.domain.Order;
import dev.quadrille.order.domain.Orders;
import dev.quadrille.order.domain.Terms;
import dev.quadrille.state.Journal;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;

/** What people and clocks ask of orders, without Spring: each returns what there is to tell. */
public final class OrderCommands {
  private final Orders orders;
  private final Journal journal;
  private final OrderDecisions decisions;

  public OrderCommands(Orders orders, Journal journal, Clock clock) {
    this.orders = orders;
    this.journal = journal;
    this.decisions = new OrderDecisions(journal, clock);
  }

  /** Somebody orders. */
  public SpecificRecord place(UUID id, Terms terms, Instant placedAt, Instant deadline) {
    var order = new Order(id, terms, placedAt, deadline, journal);
    orders.save(order);
    return OrderDecisions.placed(order);
  }

  /** The customer cancels. */
  public List<SpecificRecord> cancel(UUID id) {
    return decisions.cancel(order(id), CUSTOMER);
  }

  /** The customer wants the money back. */
  public List<SpecificRecord> refund(UUID id) {
    return decisions.refund(order(id), CUSTOMER);
  }

  /** The deadline passes. */
  public List<SpecificRecord> expire(UUID id) {
    return decisions.cancel(order(id), TIMEOUT);
  }

  private Order order(UUID id) {
    return orders.lock(new UUID[] {id}).get(0);
  }
}
