package dev.quadrille.notification.application;

import static dev.quadrille.notification.domain.Failure.OUTCOME_UNKNOWN;
import static java.util.stream.Collectors.toMap;

import dev.quadrille.contracts.DeliveryFailure;
import dev.quadrille.contracts.NotificationFailed;
import dev.quadrille.contracts.NotificationKind;
import dev.quadrille.contracts.NotificationSent;
import dev.quadrille.notification.domain.Failure;
import dev.quadrille.notification.domain.Notification;
import dev.quadrille.notification.domain.Notifications;
import dev.quadrille.outbox.Outbox;
import dev.quadrille.state.Journal;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The transactions before and after sending; nothing is sent within one. */
@Service
class Deliveries {
  private final Notifications notifications;
  private final Outbox outbox;
  private final Journal journal;
  private final Clock clock;
  private final DeliveryProperties properties;

  Deliveries(
      Notifications notifications,
      Outbox outbox,
      Journal journal,
      Clock clock,
      DeliveryProperties properties) {
    this.notifications = notifications;
    this.outbox = outbox;
    this.journal = journal;
    this.clock = clock;
    this.properties = properties;
  }

  /** Takes some of what is to be sent: once this is committed, it may have been sent. */
  @Transactional
  List<Notification> claim() {
    var claimed = notifications.lockPending(properties.batch());
    if (!claimed.isEmpty()) {
      var until = notifications.now().plus(properties.lease());
      claimed.forEach(notification -> notification.claim(until, journal));
    }
    return claimed;
  }

  /** Says what became of claims. One that was given up in the meantime stays given up. */
  @Transactional
  void settle(String channel, List<Attempt> attempts) {
    var byId = attempts.stream().collect(toMap(Attempt::notificationId, Function.identity()));
    tell(
        notifications.lock(byId.keySet().toArray(UUID[]::new)),
        notification -> settle(notification, byId.get(notification.id()), channel));
  }

  /** Ends claims whose holder died or hangs: nobody knows whether they were sent. */
  @Transactional
  void giveUp() {
    tell(
        notifications.lockExpired(properties.batch()),
        notification ->
            failed(notification, notification.leasedUntil().orElseThrow(), OUTCOME_UNKNOWN));
  }

  private void tell(
      List<Notification> locked, Function<Notification, Optional<SpecificRecord>> end) {
    outbox.append(
        locked.stream().map(end).flatMap(Optional::stream).toArray(SpecificRecord[]::new));
  }

  private Optional<SpecificRecord> settle(
      Notification notification, Attempt attempt, String channel) {
    return attempt.failure() == null
        ? sent(notification, attempt.claim(), channel)
        : failed(notification, attempt.claim(), attempt.failure());
  }

  private Optional<SpecificRecord> sent(Notification notification, Instant claim, String channel) {
    var orderId = notification.news().orderId();
    return notification.sent(claim, journal).applied()
        ? Optional.of(new NotificationSent(orderId, kind(notification), channel, clock.instant()))
        : Optional.empty();
  }

  private Optional<SpecificRecord> failed(Notification notification, Instant claim, Failure why) {
    var orderId = notification.news().orderId();
    var failure = DeliveryFailure.valueOf(why.name());
    return notification.fail(claim, why, journal).applied()
        ? Optional.of(new NotificationFailed(orderId, kind(notification), failure, clock.instant()))
        : Optional.empty();
  }

  private static NotificationKind kind(Notification notification) {
    return NotificationKind.valueOf(notification.news().kind().name());
  }
}
