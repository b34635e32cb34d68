package dev.quadrille.inventory.domain;

import dev.quadrille.state.State;
import jakarta.persistence.EnumeratedValue;

/** What inventory holds of an order. The numbers are persisted and never reused. */
public enum ReservationState implements State {
  /** Every line is held. */
  RESERVED(1),
  /** At least one line could not be served; nothing is held. */
  REJECTED(2),
  /** The goods have left. */
  COMMITTED(3),
  /** What was held is back. */
  RELEASED(4),
  /**
   * Closed before anything was held, or after a refusal: a late order finds this and holds nothing.
   */
  FENCED(5),
  /** The goods had left and came back. */
  RESTOCKED(6);

  @EnumeratedValue private final int number;

  ReservationState(int number) {
    this.number = number;
  }

  @Override
  public int number() {
    return number;
  }
}
