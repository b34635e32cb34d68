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
  private final Notifications notifications;
  private final Ids ids;

  public NotificationHandlers(Notifications notifications, Ids ids) {
    this.notifications = notifications;
    this.ids = ids;
  }

  /** Which events notification reacts to, and how. */
  public EventHandlers<?> handlers() {
    return EventHandlers.forConsumer("notification", this::load)
        .on(OrderConfirmed.class, (saga, order) -> saga.tell(Wording.of(order)))
        .on(OrderCancelled.class, (saga, order) -> saga.tell(Wording.of(order)))
        .on(OrderRefunded.class, (saga, order) -> saga.tell(Wording.of(order)))
        .build();
  }

  private NotificationSaga load(Batch batch) {
    // Not locked: what is there is never changed here, and who adds the same one loses the race.
    var existing = notifications.ofOrders(batch.orderIds());
    return new NotificationSaga(
        WorkingSet.of(existing, noted -> noted.news().key(), notifications::save),
        batch.journal(),
        ids);
  }
}
