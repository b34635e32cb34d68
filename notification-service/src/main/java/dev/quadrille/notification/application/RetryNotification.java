package dev.quadrille.notification.application;

import dev.quadrille.notification.domain.Notification;
import dev.quadrille.notification.domain.Notifications;
import dev.quadrille.state.Journal;
import dev.quadrille.state.Outcome;
import dev.quadrille.state.Refusal;
import java.util.UUID;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** A person wants a failed notification sent again, knowing that it may have arrived. */
@Service
public class RetryNotification {
  private static final Refusal NOT_FAILED =
      Refusal.conflict("not-failed", "It has not failed, or is sent again by now.");

  private final Notifications notifications;
  private final Journal journal;

  RetryNotification(Notifications notifications, Journal journal) {
    this.notifications = notifications;
    this.journal = journal;
  }

  /**
   * Puts it back among those that are to be sent.
   *
   * @return refused if there is none with this id, or if it has not failed
   */
  @Transactional
  public Outcome<Notification> retry(UUID notificationId) {
    var found = notifications.lock(new UUID[] {notificationId}).stream().findFirst();
    return Outcome.of(found, Notifications.UNKNOWN)
        .then(
            notification ->
                notification.retry(journal).applied()
                    ? Outcome.done(notification)
                    : Outcome.refused(NOT_FAILED));
  }
}
