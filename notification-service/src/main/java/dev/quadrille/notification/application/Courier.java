package dev.quadrille.notification.application;

import static dev.quadrille.notification.domain.Failure.OUTCOME_UNKNOWN;
import static dev.quadrille.notification.domain.Failure.REFUSED;

import dev.quadrille.notification.domain.Failure;
import dev.quadrille.notification.domain.Notification;
import dev.quadrille.notification.domain.Notifications;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what is to be sent, each at most once: claims, and commits that; sends; settles. Whatever
 * ends it in between leaves a claim that nobody sends again.
 *
 * <p>For one thread. Other replicas have couriers of their own.
 */
final class Courier {
  private static final Logger log = LoggerFactory.getLogger(Courier.class);

  /** A service that stops waits for the round in hand. */
  private static final Duration ROUND = Duration.ofSeconds(1);

  private final Notifications notifications;
  private final Deliveries deliveries;
  private final Channel channel;
  private final Duration lastMoment;
  private final List<Attempt> unsettled = new ArrayList<>();

  Courier(
      Notifications notifications,
      Deliveries deliveries,
      Channel channel,
      DeliveryProperties properties) {
    this.notifications = notifications;
    this.deliveries = deliveries;
    this.channel = channel;
    this.lastMoment = properties.lease().dividedBy(2);
  }

  /** Sends batch after batch, and begins none after a second. */
  void round() {
    var begun = System.nanoTime();
    // What the database could not be told in the last round.
    settle();
    while (notifications.anyPending() && channel.ready() && deliver() && within(ROUND, begun)) {}
  }

  private boolean deliver() {
    var begun = System.nanoTime();
    var claimed = deliveries.claim();
    for (var notification : claimed) {
      var claim = notification.leasedUntil().orElseThrow();
      var failure = within(lastMoment, begun) ? send(notification) : REFUSED;
      unsettled.add(new Attempt(notification.id(), claim, failure));
    }
    settle();
    return !claimed.isEmpty();
  }

  private @Nullable Failure send(Notification notification) {
    try {
      return switch (channel.send(notification)) {
        case ACCEPTED -> null;
        case REFUSED -> REFUSED;
      };
    } catch (RuntimeException e) {
      // Without its message, which may hold an address.
      log.warn(
          "{}: nobody knows whether it was sent: {}",
          notification.news().key(),
          e.getClass().getName());
      return OUTCOME_UNKNOWN;
    }
  }

  private void settle() {
    if (!unsettled.isEmpty()) {
      deliveries.settle(channel.name(), unsettled);
      unsettled.clear();
    }
  }

  private static boolean within(Duration limit, long begun) {
    return System.nanoTime() - begun < limit.toNanos();
  }
}
