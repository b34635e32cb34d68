package dev.quadrille.order.domain;

import static dev.quadrille.order.domain.OrderState.CANCELLED;
import static dev.quadrille.order.domain.OrderState.CANCELLING;
import static dev.quadrille.order.domain.OrderState.CONFIRMED;
import static dev.quadrille.order.domain.OrderState.PLACED;
import static dev.quadrille.order.domain.OrderState.REFUNDED;
import static dev.quadrille.order.domain.OrderState.REFUNDING;

import dev.quadrille.state.Transition;
import java.util.Map;

/** The moves of an order. */
public enum OrderMove implements Transition<OrderState> {
  /** Stock is held and the customer has paid. */
  CONFIRM(Map.of(PLACED, CONFIRMED)),
  /** Something or somebody was against it. */
  CANCEL(Map.of(PLACED, CANCELLING)),
  /** A confirmed order is to be undone. */
  REFUND(Map.of(CONFIRMED, REFUNDING)),
  /** Inventory holds nothing of it any more. */
  STOCK_BACK(Map.of(CANCELLING, CANCELLING, REFUNDING, REFUNDING)),
  /** Account holds nothing of it any more. */
  MONEY_BACK(Map.of(CANCELLING, CANCELLING, REFUNDING, REFUNDING)),
  /** Both answers are in. */
  CLOSE_CANCELLATION(Map.of(CANCELLING, CANCELLED)),
  /** Both answers are in. */
  CLOSE_REFUND(Map.of(REFUNDING, REFUNDED));

  private final Map<OrderState, OrderState> edges;

  OrderMove(Map<OrderState, OrderState> edges) {
    this.edges = edges;
  }

  @Override
  public Map<OrderState, OrderState> edges() {
    return edges;
  }
}
