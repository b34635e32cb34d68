package dev.quadrille.notification.web;

import dev.quadrille.notification.domain.Failure;
import dev.quadrille.notification.domain.Kind;
import dev.quadrille.notification.domain.Notification;
import dev.quadrille.notification.domain.NotificationState;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Some notifications. Neither the customer nor the text is shown: both are personal.
 *
 * @param next after which one to go on; null on the last page
 */
record NotificationPage(List<Item> items, @Nullable UUID next) {

  static NotificationPage of(List<Notification> found, int full) {
    var next = found.size() < full ? null : found.get(full - 1).id();
    return new NotificationPage(found.stream().map(Item::of).toList(), next);
  }

  record Item(
      UUID notificationId,
      UUID orderId,
      Kind kind,
      NotificationState status,
      @Nullable Failure failure) {

    static Item of(Notification notification) {
      var news = notification.news();
      var failure = notification.failure().orElse(null);
      return new Item(
          notification.id(), news.orderId(), news.kind(), notification.state(), failure);
    }
  }
}
