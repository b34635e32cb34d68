package dev.quadrille.notification.application;

import static dev.quadrille.contracts.NotificationKind.ORDER_CONFIRMED;
import static dev.quadrille.notification.application.Channel.Answer.ACCEPTED;
import static dev.quadrille.notification.domain.NotificationState.FAILED;
import static dev.quadrille.notification.domain.NotificationState.PENDING;
import static dev.quadrille.notification.domain.NotificationState.SENDING;
import static dev.quadrille.notification.domain.NotificationState.SENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.contracts.DeliveryFailure;
import dev.quadrille.contracts.NotificationFailed;
import dev.quadrille.contracts.NotificationSent;
import dev.quadrille.notification.application.Channel.Answer;
import dev.quadrille.notification.application.FakeChannel.Crash;
import dev.quadrille.notification.domain.Failure;
import dev.quadrille.notification.domain.FakeNotifications;
import dev.quadrille.notification.domain.Kind;
import dev.quadrille.notification.domain.News;
import dev.quadrille.notification.domain.Notification;
import dev.quadrille.notification.domain.NotificationState;
import dev.quadrille.outbox.RecordingOutbox;
import dev.quadrille.testkit.RecordingJournal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CourierTest {
  private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration LEASE = Duration.ofMinutes(2);

  private Instant now = START;
  private final FakeNotifications notifications = new FakeNotifications(() -> now);
  private final RecordingOutbox outbox = new RecordingOutbox();
  private final RecordingJournal journal = new RecordingJournal();
  private final FakeChannel channel = new FakeChannel();
  private final Deliveries deliveries = deliveries(LEASE);
  private final Courier courier = courier(LEASE);

  @Test
  void sendsAndTells() {
    var order = pending();
    courier.round();

    assertThat(channel.sent()).hasSize(1);
    assertThat(outbox.taken())
        .containsExactly(new NotificationSent(order, ORDER_CONFIRMED, "fake", START));
    thenIs(SENT);
    assertThat(journal.lines()).containsExactly("CREATE APPLIED", "CLAIM APPLIED", "SENT APPLIED");
  }

  @Test
  void sendsOnceHoweverOftenItLooks() {
    pending();
    courier.round();
    courier.round();
    deliveries.giveUp();

    assertThat(channel.sent()).hasSize(1);
    assertThat(outbox.taken()).hasSize(1);
  }

  @Test
  void sendsBatchAfterBatchInOneRound() {
    for (var i = 0; i < 25; i++) {
      pending();
    }
    courier.round();

    assertThat(channel.sent()).hasSize(25).doesNotHaveDuplicates();
    assertThat(outbox.taken()).hasSize(25);
  }

  @Test
  void claimsNothingWhileTheChannelTakesNothing() {
    pending();
    channel.close();
    courier.round();
    thenIs(PENDING);

    channel.open();
    courier.round();
    thenIs(SENT);
  }

  @Test
  void failsWhatTheChannelRefusesAndGoesOn() {
    var refused = pending();
    pending();
    channel.answering(news -> news.orderId().equals(refused) ? Answer.REFUSED : ACCEPTED);
    courier.round();

    thenIs(FAILED, SENT);
    assertThat(notifications.all().get(0).failure()).contains(Failure.REFUSED);
    assertThat(outbox.taken())
        .contains(new NotificationFailed(refused, ORDER_CONFIRMED, DeliveryFailure.REFUSED, START));
  }

  @Test
  void doesNotKnowWhatBecameOfItWhenTheChannelBreaksAndNeverSendsItAgain() {
    var order = pending();
    channel.answering(
        news -> {
          throw new IllegalStateException("the line went dead");
        });
    courier.round();
    courier.round();

    assertThat(channel.sent()).hasSize(1);
    thenIs(FAILED);
    assertThat(outbox.taken()).containsExactly(unknown(order));
  }

  @Test
  void beginsNothingInTheSecondHalfOfItsLease() {
    pending();
    courier(Duration.ZERO).round();

    assertThat(channel.sent()).isEmpty();
    thenIs(FAILED);
    assertThat(notifications.all().get(0).failure()).contains(Failure.REFUSED);
  }

  @Nested
  class AfterACrashWhileSending {
    private final UUID order = pending();
    private final Courier another = courier(LEASE);

    AfterACrashWhileSending() {
      channel.answering(
          news -> {
            throw new Crash();
          });
      assertThatThrownBy(courier::round).isInstanceOf(Crash.class);
      channel.answering(news -> ACCEPTED);
    }

    @Test
    void leavesTheClaimToItsHolderUntilTheLeaseIsOver() {
      now = START.plus(LEASE);
      another.round();
      deliveries.giveUp();

      thenIs(SENDING);
      assertThat(outbox.taken()).isEmpty();
    }

    @Test
    void givesUpWhenTheLeaseIsOverAndSendsNothingAgain() {
      now = START.plus(LEASE).plusMillis(1);
      deliveries.giveUp();
      another.round();

      assertThat(channel.sent()).hasSize(1);
      thenIs(FAILED);
      assertThat(outbox.taken()).containsExactly(unknown(order));
    }

    @Test
    void sendsAgainWhenAPersonWantsIt() {
      now = START.plus(LEASE).plusMillis(1);
      deliveries.giveUp();
      var retry = new RetryNotification(notifications, journal);
      var id = notifications.all().get(0).id();

      assertThat(retry.retry(id).orElseThrow().applied()).isTrue();
      assertThat(retry.retry(id).orElseThrow().applied()).as("at once again").isFalse();
      another.round();

      assertThat(channel.sent()).hasSize(2);
      thenIs(SENT);
      assertThat(notifications.all().get(0).failure()).isEmpty();
      assertThat(retry.retry(id).orElseThrow().applied()).as("of one that is sent").isFalse();
      assertThat(retry.retry(UUID.randomUUID())).isEmpty();
    }
  }

  @Nested
  class ALatecomer {

    @Test
    void changesNothingAboutWhatWasGivenUp() {
      var order = pending();
      channel.answering(
          news -> {
            now = START.plus(LEASE).plusMillis(1);
            deliveries.giveUp();
            return ACCEPTED;
          });
      courier.round();

      thenIs(FAILED);
      assertThat(outbox.taken()).containsExactly(unknown(order));
      assertThat(journal.lines()).last().isEqualTo("SENT TOO_LATE");
    }

    @Test
    void decidesNothingAboutANewerClaim() {
      var order = pending();
      var old = deliveries.claim().get(0);
      var oldClaim = old.leasedUntil().orElseThrow();
      now = START.plus(LEASE).plusMillis(1);
      deliveries.giveUp();
      new RetryNotification(notifications, journal).retry(old.id());
      deliveries.claim();
      outbox.taken();

      deliveries.settle("fake", List.of(new Attempt(old.id(), oldClaim, null)));

      thenIs(SENDING);
      assertThat(outbox.taken()).as("about " + order).isEmpty();
    }
  }

  @Test
  void settlesInALaterRoundWhenTheDatabaseWasAway() {
    pending();
    notifications.failLocking(1);

    assertThatThrownBy(courier::round).isInstanceOf(IllegalStateException.class);
    thenIs(SENDING);
    courier.round();

    assertThat(channel.sent()).hasSize(1);
    thenIs(SENT);
  }

  private UUID pending() {
    var order = UUID.randomUUID();
    notifications.save(notification(order));
    return order;
  }

  private Notification notification(UUID order) {
    var news = new News(order, Kind.ORDER_CONFIRMED, "ada", "subject", "body");
    return Notification.pending(new UUID(0, notifications.all().size()), news, journal);
  }

  private void thenIs(NotificationState... states) {
    assertThat(notifications.all()).extracting(Notification::state).containsExactly(states);
  }

  private static NotificationFailed unknown(UUID order) {
    return new NotificationFailed(order, ORDER_CONFIRMED, DeliveryFailure.OUTCOME_UNKNOWN, START);
  }

  private Deliveries deliveries(Duration lease) {
    return new Deliveries(
        notifications, outbox, journal, Clock.fixed(START, ZoneOffset.UTC), properties(lease));
  }

  private Courier courier(Duration lease) {
    return new Courier(notifications, deliveries(lease), channel, properties(lease));
  }

  private static DeliveryProperties properties(Duration lease) {
    return new DeliveryProperties(Duration.ofMillis(100), 10, lease);
  }
}
