package dev.quadrille.order.application;

import dev.quadrille.contracts.CancellationReason;
import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderCancelled;
import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.contracts.OrderRefundRequested;
import dev.quadrille.contracts.OrderRefunded;
import dev.quadrille.contracts.RefundReason;
import dev.quadrille.order.domain.Order;
import dev.quadrille.order.domain.OrderState;
import dev.quadrille.order.domain.Reason;
import dev.quadrille.state.Journal;
import java.time.Clock;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * Decides about orders, whoever wishes it. Each method asks for a move and returns what there is to
 * tell the others: nothing, if the move was not made.
 */
final class OrderDecisions {
  private final Journal journal;
  private final Clock clock;

  OrderDecisions(Journal journal, Clock clock) {
    this.journal = journal;
    this.clock = clock;
  }

  static OrderPlaced placed(Order order) {
    var terms = order.terms();
    var lines =
        terms.lines().stream()
            .map(line -> new OrderLine(line.sku(), line.quantity(), line.unitPriceMinor()))
            .toList();
    return new OrderPlaced(
        order.id(),
        terms.merchantId(),
        terms.merchantOrderNo(),
        terms.customerId(),
        terms.currency(),
        order.totalMinor(),
        lines,
        order.deadline(),
        order.placedAt());
  }

  List<SpecificRecord> confirm(Order order) {
    if (!order.confirm(journal).applied()) {
      return List.of();
    }
    var terms = order.terms();
    return List.of(
        new OrderConfirmed(
            order.id(),
            terms.customerId(),
            terms.merchantOrderNo(),
            terms.currency(),
            order.totalMinor(),
            clock.instant()));
  }

  List<SpecificRecord> cancel(Order order, Reason why) {
    return order.cancel(why, journal).applied()
        ? List.of(
            new OrderCancellationRequested(
                order.id(), CancellationReason.valueOf(why.name()), clock.instant()))
        : List.of();
  }

  List<SpecificRecord> refund(Order order, Reason why) {
    return order.refund(why, journal).applied()
        ? List.of(
            new OrderRefundRequested(order.id(), RefundReason.valueOf(why.name()), clock.instant()))
        : List.of();
  }

  /** Ends the undoing of an order, if both answers are in. */
  List<SpecificRecord> close(Order order) {
    if (!order.answered() || !order.close(journal).applied()) {
      return List.of();
    }
    return List.of(order.state() == OrderState.CANCELLED ? cancelled(order) : refunded(order));
  }

  private OrderCancelled cancelled(Order order) {
    return new OrderCancelled(
        order.id(),
        order.terms().customerId(),
        order.terms().merchantOrderNo(),
        CancellationReason.valueOf(order.reason().orElseThrow().name()),
        clock.instant());
  }

  private OrderRefunded refunded(Order order) {
    var terms = order.terms();
    return new OrderRefunded(
        order.id(),
        terms.customerId(),
        terms.merchantOrderNo(),
        terms.currency(),
        order.totalMinor(),
        clock.instant());
  }
}
