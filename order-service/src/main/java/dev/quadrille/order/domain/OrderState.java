package dev.quadrille.order.domain;

import dev.quadrille.state.State;
import jakarta.persistence.EnumeratedValue;

/** How far an order is. The numbers are persisted and never reused. */
public enum OrderState implements State {
  /** Undecided: stock and money have not answered yet. */
  PLACED(1),
  /** Decided for: goods and money stay where they are. Terminal, save for a refund. */
  CONFIRMED(2),
  /** Decided against: stock or money has not said yet that it holds nothing. */
  CANCELLING(3),
  /** Nothing is held of it anywhere. Terminal. */
  CANCELLED(4),
  /** Was confirmed and is being undone: stock or money has not said yet that it holds nothing. */
  REFUNDING(5),
  /** The money and the goods are back. Terminal. */
  REFUNDED(6);

  @EnumeratedValue private final int number;

  OrderState(int number) {
    this.number = number;
  }

  /** Whether nothing more happens to the order unless somebody asks for it. */
  public boolean ended() {
    return this == CONFIRMED || this == CANCELLED || this == REFUNDED;
  }

  @Override
  public int number() {
    return number;
  }
}
