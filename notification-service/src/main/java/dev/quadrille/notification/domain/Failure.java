package dev.quadrille.notification.domain;

import jakarta.persistence.EnumeratedValue;

/** Why a notification is not known to have arrived. The numbers are persisted and never reused. */
public enum Failure {
  /** It certainly was not sent. */
  REFUSED(1),
  /** It may have been sent. */
  OUTCOME_UNKNOWN(2);

  @EnumeratedValue private final int number;

  Failure(int number) {
    this.number = number;
  }
}
