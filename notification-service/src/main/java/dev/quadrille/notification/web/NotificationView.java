package dev.quadrille.notification.web;

import dev.quadrille.notification.domain.Failure;
import dev.quadrille.notification.domain.Kind;
import dev.quadrille.notification.domain.Notification;
import dev.quadrille.notification.domain.NotificationState;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A notification as it stands. Neither the customer nor the text is shown: both are personal. */
record NotificationView(
    UUID notificationId,
    UUID orderId,
    Kind kind,
    NotificationState status,
    @Nullable Failure failure) {

  static NotificationView of(Notification notification) {
    var news = notification.news();
    var failure = notification.failure().orElse(null);
    return new NotificationView(
        notification.id(), news.orderId(), news.kind(), notification.state(), failure);
  }
}
