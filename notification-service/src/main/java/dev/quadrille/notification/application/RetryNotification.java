package dev.quadrille.notification.application;

import dev.quadrille.notification.domain.Notification;
import dev.quadrille.notification.domain.Notifications;
import dev.quadrille.state.Journal;
import dev.quadrille.state.MoveOutcome;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** A person wants a failed notification sent again, knowing that it may have arrived. */
@Service
public class RetryNotification {
  private final Notifications notifications;
  private final Journal journal;

  RetryNotification(Notifications notifications, Journal journal) {
    this.notifications = notifications;
    this.journal = journal;
  }

  /**
   * Puts it back among those that are to be sent.
   *
   * @return APPLIED only if it had failed; empty if there is none with this id
   */
  @Transactional
  public Optional<MoveOutcome> retry(UUID notificationId) {
    return notifications.lock(new UUID[] {notificationId}).stream()
        .findFirst()
        .map((Notification notification) -> notification.retry(journal));
  }
}
