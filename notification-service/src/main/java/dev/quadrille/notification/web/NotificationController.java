package dev.quadrille.notification.web;

import dev.quadrille.notification.application.RetryNotification;
import dev.quadrille.notification.domain.Notification;
import dev.quadrille.notification.domain.Notifications;
import dev.quadrille.web.Page;
import dev.quadrille.web.Problem;
import java.util.List;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What customers are told; and what failed, which waits here for a person. */
@RestController
class NotificationController {
  private static final String FIRST = "00000000-0000-0000-0000-000000000000";

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
  Page<NotificationView, UUID> failed(@RequestParam(defaultValue = FIRST) UUID after) {
    return page(notifications.failedAfter(after, Page.SIZE));
  }

  @PostMapping("/ops/notifications/{id}/retry")
  ResponseEntity<?> retry(@PathVariable UUID id) {
    var outcome = retryNotification.retry(id);
    if (outcome.isEmpty()) {
      return answer(HttpStatus.NOT_FOUND, "unknown-notification", "There is none with this id.");
    }
    return outcome.get().applied()
        ? ResponseEntity.accepted().build()
        : answer(HttpStatus.CONFLICT, "not-failed", "It has not failed, or is sent again by now.");
  }

  private static Page<NotificationView, UUID> page(List<Notification> found) {
    return Page.of(found, NotificationView::of, Notification::id);
  }

  private static ResponseEntity<?> answer(HttpStatus status, String type, String detail) {
    return ResponseEntity.of(Problem.of(status, type, detail)).build();
  }
}
