package dev.quadrille.notification.application;

import dev.quadrille.contracts.OrderCancelled;
import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.contracts.OrderRefunded;
import dev.quadrille.handling.Batch;
import dev.quadrille.handling.EventHandlers;
import dev.quadrille.handling.WorkingSet;
import dev.quadrille.notification.domain.Notifications;
import dev.quadrille.state.Ids;

/** Notification's part of the dance. */
public final class NotificationHandlers {

  private NotificationHandlers() {}

  /** Which events notification reacts to, and how. */
  public static EventHandlers<?> handlers(Notifications notifications, Ids ids) {
    return EventHandlers.forConsumer("notification", batch -> load(batch, notifications, ids))
        .on(OrderConfirmed.class, (saga, order) -> saga.tell(Wording.of(order)))
        .on(OrderCancelled.class, (saga, order) -> saga.tell(Wording.of(order)))
        .on(OrderRefunded.class, (saga, order) -> saga.tell(Wording.of(order)))
        .build();
  }

  private static NotificationSaga load(Batch batch, Notifications notifications, Ids ids) {
    // Not locked: what is there is never changed here, and who adds the same one loses the race.
    var existing = notifications.ofOrders(batch.orderIds());
    return new NotificationSaga(
        WorkingSet.of(existing, noted -> noted.news().key(), notifications::save),
        batch.journal(),
        ids);
  }
}
