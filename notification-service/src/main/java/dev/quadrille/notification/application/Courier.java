package dev.quadrille.notification.application;

import static dev.quadrille.notification.domain.Failure.OUTCOME_UNKNOWN;
import static dev.quadrille.notification.domain.Failure.REFUSED;
import static java.util.stream.Collectors.toMap;

import dev.quadrille.contracts.DeliveryFailure;
import dev.quadrille.contracts.NotificationFailed;
import dev.quadrille.contracts.NotificationKind;
import dev.quadrille.contracts.NotificationSent;
import dev.quadrille.notification.domain.Failure;
import dev.quadrille.notification.domain.News;
import dev.quadrille.notification.domain.Notification;
import dev.quadrille.notification.domain.Notifications;
import dev.quadrille.outbox.Outbox;
import dev.quadrille.state.Journal;
import dev.quadrille.state.Outcome;
import dev.quadrille.state.Refusal;
import dev.quadrille.work.LeasedWork;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Sends what is to be sent, each at most once. */
@Service
class Courier implements LeasedWork<Notification, Attempt> {
  private static final Logger log = LoggerFactory.getLogger(Courier.class);
  private static final Refusal NOT_FAILED =
      Refusal.conflict("not-failed", "It has not failed, or is being sent by now.");

  private final Notifications notifications;
  private final Channel channel;
  private final Outbox outbox;
  private final Journal journal;
  private final Clock clock;

  Courier(
      Notifications notifications, Channel channel, Outbox outbox, Journal journal, Clock clock) {
    this.notifications = notifications;
    this.channel = channel;
    this.outbox = outbox;
    this.journal = journal;
    this.clock = clock;
  }

  @Override
  public boolean waiting() {
    return notifications.anyPending() && channel.ready();
  }

  @Override
  @Transactional
  public List<Notification> claim(int most, Duration lease) {
    var claimed = notifications.lockPending(most);
    if (!claimed.isEmpty()) {
      var until = notifications.now().plus(lease);
      claimed.forEach(notification -> notification.claim(until, journal));
    }
    return claimed;
  }

  /**
   * Takes a failed one that a person wants sent again: once this is committed, it may be sent.
   *
   * @return refused if it is not there or has not failed
   */
  @Transactional
  public Outcome<Notification> claimFailed(UUID notificationId, Duration lease) {
    var until = notifications.now().plus(lease);
    var found = notifications.lock(new UUID[] {notificationId}).stream().findFirst();
    return Outcome.of(found, Notifications.UNKNOWN)
        .then(
            notification ->
                notification.retry(journal).applied()
                        && notification.claim(until, journal).applied()
                    ? Outcome.done(notification)
                    : Outcome.refused(NOT_FAILED));
  }

  @Override
  public Attempt attempt(Notification claimed) {
    var claim = claimed.leasedUntil().orElseThrow();
    return new Attempt(claimed.id(), claim, send(claimed));
  }

  @Override
  public Attempt skip(Notification claimed) {
    return Attempt.under(claimed, REFUSED);
  }

  @Override
  @Transactional
  public void settle(List<Attempt> attempts) {
    var byId = attempts.stream().collect(toMap(Attempt::notificationId, Function.identity()));
    var locked = notifications.lock(byId.keySet().toArray(UUID[]::new));
    settle(locked, notification -> byId.get(notification.id()));
  }

  @Override
  @Transactional
  public void giveUp(int most) {
    settle(
        notifications.lockExpired(most),
        notification -> Attempt.under(notification, OUTCOME_UNKNOWN));
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

  private void settle(List<Notification> locked, Function<Notification, Attempt> attempts) {
    outbox.append(
        locked.stream()
            .flatMap(notification -> settle(notification, attempts.apply(notification)).stream())
            .toArray(SpecificRecord[]::new));
  }

  private Optional<SpecificRecord> settle(Notification notification, Attempt attempt) {
    var failure = attempt.failure();
    var outcome =
        failure == null
            ? notification.sent(attempt.claim(), journal)
            : notification.fail(attempt.claim(), failure, journal);
    return outcome.applied() ? Optional.of(told(notification.news(), failure)) : Optional.empty();
  }

  private SpecificRecord told(News news, @Nullable Failure failure) {
    var kind = NotificationKind.valueOf(news.kind().name());
    if (failure == null) {
      return new NotificationSent(news.orderId(), kind, channel.name(), clock.instant());
    }
    var reason = DeliveryFailure.valueOf(failure.name());
    return new NotificationFailed(news.orderId(), kind, reason, clock.instant());
  }
}
