package dev.quadrille.notification.application;

import static dev.quadrille.notification.domain.NotificationState.PENDING;
import static dev.quadrille.notification.domain.NotificationState.SENDING;

import dev.quadrille.notification.domain.Notification;
import dev.quadrille.notification.domain.NotificationState;
import dev.quadrille.state.Debt;
import dev.quadrille.state.IntermediateStates;

/** What a notification waits for until it is SENT, or FAILED and so visible where failures are. */
public final class NotificationDebts {

  private NotificationDebts() {}

  /** All that a notification waits for. */
  public static IntermediateStates<NotificationState> debts() {
    return IntermediateStates.of(Notification.MACHINE, "notification", "id")
        .ofOrder("order_id")
        .and(PENDING, Debt.of("the channel", "to be ready: nothing is claimed while it is not"))
        .and(SENDING, Debt.of("the courier", "the outcome, or the end of the lease"));
  }
}
