package dev.quadrille.notification.web;

import dev.quadrille.notification.application.RetryNotification;
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
  private final RetryNotification retryNotification;

  NotificationController(Notifications notifications, RetryNotification retryNotification) {
    this.notifications = notifications;
    this.retryNotification = retryNotification;
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

  @PostMapping("/ops/notifications/{id}/retry")
  ResponseEntity<?> retry(@PathVariable UUID id) {
    return Answers.of(
        retryNotification.retry(id), notification -> ResponseEntity.accepted().build());
  }

  private static Page<NotificationView, UUID> page(List<Notification> found) {
    return Page.of(found, NotificationView::of, Notification::id);
  }
}
