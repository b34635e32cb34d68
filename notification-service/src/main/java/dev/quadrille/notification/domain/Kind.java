package dev.quadrille.notification.domain;

import jakarta.persistence.EnumeratedValue;

/** What a customer is told, once for each order. The numbers are persisted and never reused. */
public enum Kind {
  ORDER_CONFIRMED(1),
  ORDER_CANCELLED(2),
  ORDER_REFUNDED(3);

  @EnumeratedValue private final int number;

  Kind(int number) {
    this.number = number;
  }
}
