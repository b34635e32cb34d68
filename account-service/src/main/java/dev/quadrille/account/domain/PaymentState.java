package dev.quadrille.account.domain;

import dev.quadrille.state.State;
import jakarta.persistence.EnumeratedValue;

/** What account holds of an order's money. The numbers are persisted and never reused. */
public enum PaymentState implements State {
  /** The customer has paid the merchant. */
  DEBITED(1),
  /** Nothing was taken, for a reason. */
  REJECTED(2),
  /** What was taken has been given back. */
  REVERSED(3),
  /**
   * Closed before anything was taken, or after a refusal: a late order finds this and nothing is
   * taken.
   */
  FENCED(4),
  /** What was taken could not be given back: a person decides. */
  IN_SUSPENSE(5);

  @EnumeratedValue private final int number;

  PaymentState(int number) {
    this.number = number;
  }

  @Override
  public int number() {
    return number;
  }
}
