package dev.quadrille.notification.web;

import dev.quadrille.idempotency.Execution;
import dev.quadrille.idempotency.Leased;
import dev.quadrille.notification.application.RedeliverNotification;
import dev.quadrille.notification.domain.Notification;
import dev.quadrille.notification.domain.Notifications;
import dev.quadrille.web.Answers;
import dev.quadrille.web.Page;
import java.util.List;
import java.util.UUID;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What customers are told; and what failed, which waits here for a person. */
@RestController
class NotificationController {
  private final Notifications notifications;
  private final RedeliverNotification redeliverNotification;

  NotificationController(Notifications notifications, RedeliverNotification redeliverNotification) {
    this.notifications = notifications;
    this.redeliverNotification = redeliverNotification;
  }

  /** One of each kind at most: they fit on one page. */
  @GetMapping("/notifications")
  Page<NotificationView, UUID> ofOrder(@RequestParam UUID orderId) {
    return page(notifications.ofOrders(new UUID[] {orderId}));
  }

  @GetMapping("/ops/notifications/failed")
  Page<NotificationView, UUID> failed(@RequestParam(defaultValue = Page.FIRST_ID) UUID after) {
    return page(notifications.failedAfter(after, Page.SIZE));
  }

  /** Sends a failed one again, and answers when that is done: outside of any transaction. */
  @Leased
  @PostMapping("/notifications/{id}/delivery")
  ResponseEntity<NotificationView> deliver(@PathVariable UUID id, Execution execution) {
    return Answers.ok(redeliverNotification.redeliver(id, execution), NotificationView::of);
  }

  private static Page<NotificationView, UUID> page(List<Notification> found) {
    return Page.of(found, NotificationView::of, Notification::id);
  }
}
