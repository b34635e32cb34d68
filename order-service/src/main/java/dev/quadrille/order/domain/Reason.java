package dev.quadrille.order.domain;

import jakarta.persistence.EnumeratedValue;

/** Why an order is undone. The numbers are persisted and never reused. */
public enum Reason {
  /** Inventory cannot serve every line. */
  OUT_OF_STOCK(1),
  /** Account debits nothing. */
  PAYMENT_REFUSED(2),
  /** The customer wishes it. */
  CUSTOMER(3),
  /** Undecided at its deadline. */
  TIMEOUT(4),
  /** Stock or money was given back though nobody had asked for that. */
  COMPENSATED_EARLY(5);

  @EnumeratedValue private final int number;

  Reason(int number) {
    this.number = number;
  }
}
