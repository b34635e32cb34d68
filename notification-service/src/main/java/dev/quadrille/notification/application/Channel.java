package dev.quadrille.notification.application;

import dev.quadrille.notification.domain.Notification;

/** A way to reach customers. */
public interface Channel {

  /** Its name, as {@code NotificationSent} tells it. */
  String name();

  /** Whether it takes anything now. While it does not, everything waits. */
  boolean ready();

  /**
   * Tells the customer. Never called within a transaction.
   *
   * @throws RuntimeException if nobody knows whether the customer will hear of it
   */
  Answer send(Notification notification);

  /** What a channel says. */
  enum Answer {
    /** It will tell the customer. */
    ACCEPTED,
    /** It certainly will not. */
    REFUSED
  }
}
