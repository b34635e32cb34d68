package dev.quadrille.notification.application;

import static dev.quadrille.idempotency.Execution.TAKEN_OVER;
import static dev.quadrille.notification.domain.Failure.OUTCOME_UNKNOWN;
import static dev.quadrille.notification.domain.Failure.REFUSED;
import static dev.quadrille.notification.domain.NotificationState.SENT;

import dev.quadrille.idempotency.Execution;
import dev.quadrille.notification.domain.Notification;
import dev.quadrille.notification.domain.Notifications;
import dev.quadrille.state.Outcome;
import dev.quadrille.state.Refusal;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Service;

/**
 * A person wants a failed notification sent again, knowing that it may have arrived. It is sent at
 * once, and at most once for each wish.
 */
@Service
public class RedeliverNotification {
  private static final Refusal REFUSED_AGAIN =
      Refusal.conflict("delivery-refused", "The channel refused it, or could not be reached.");
  private static final Refusal IN_DOUBT =
      Refusal.conflict(
          "delivery-in-doubt",
          "It may have been sent or not. To have it sent all the same, ask with a new key.");

  private final Notifications notifications;
  private final Courier courier;
  private final DeliveryProperties properties;

  RedeliverNotification(
      Notifications notifications, Courier courier, DeliveryProperties properties) {
    this.notifications = notifications;
    this.courier = courier;
    this.properties = properties;
  }

  /**
   * Sends it. Never called within a transaction.
   *
   * @param execution whether somebody may have sent it for this very wish
   * @return the notification as it was sent
   */
  public Outcome<Notification> redeliver(UUID notificationId, Execution execution) {
    return Outcome.of(notifications.findById(notificationId), Notifications.UNKNOWN)
        .then(found -> execution == TAKEN_OVER ? resume(found) : send(found));
  }

  /** Sends it only if it is certain that whoever began has not. */
  private Outcome<Notification> resume(Notification found) {
    if (found.state() == SENT) {
      return Outcome.done(found);
    }
    var refused = found.failure().filter(REFUSED::equals);
    return refused.isPresent() ? send(found) : Outcome.refused(IN_DOUBT);
  }

  private Outcome<Notification> send(Notification found) {
    return courier
        .claimFailed(found.id(), properties.lease())
        .then(
            claimed -> {
              var attempt = courier.attempt(claimed);
              courier.settle(List.of(attempt));
              return outcome(attempt);
            });
  }

  private Outcome<Notification> outcome(Attempt attempt) {
    if (attempt.failure() == null) {
      return Outcome.of(notifications.findById(attempt.notificationId()), Notifications.UNKNOWN);
    }
    return Outcome.refused(attempt.failure() == OUTCOME_UNKNOWN ? IN_DOUBT : REFUSED_AGAIN);
  }
}
