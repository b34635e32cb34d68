package dev.quadrille.notification.domain;

import dev.quadrille.state.State;
import jakarta.persistence.EnumeratedValue;

/** How far a notification has come. The numbers are persisted and never reused. */
public enum NotificationState implements State {
  /** To be sent. */
  PENDING(1),
  /** Claimed: it may be sent at any moment now, or has been. */
  SENDING(2),
  /** The channel has taken it. */
  SENT(3),
  /** The channel refused it, or nobody knows. */
  FAILED(4);

  @EnumeratedValue private final int number;

  NotificationState(int number) {
    this.number = number;
  }

  @Override
  public int number() {
    return number;
  }
}
