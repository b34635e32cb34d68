package dev.quadrille.notification.application;

import static dev.quadrille.contracts.NotificationKind.ORDER_CONFIRMED;
import static dev.quadrille.idempotency.Execution.FIRST;
import static dev.quadrille.idempotency.Execution.TAKEN_OVER;
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
import dev.quadrille.idempotency.Execution;
import dev.quadrille.notification.application.Channel.Answer;
import dev.quadrille.notification.application.FakeChannel.Crash;
import dev.quadrille.notification.domain.Failure;
import dev.quadrille.notification.domain.FakeNotifications;
import dev.quadrille.notification.domain.Kind;
import dev.quadrille.notification.domain.News;
import dev.quadrille.notification.domain.Notification;
import dev.quadrille.notification.domain.NotificationState;
import dev.quadrille.notification.domain.Notifications;
import dev.quadrille.outbox.RecordingOutbox;
import dev.quadrille.state.Outcome;
import dev.quadrille.state.Outcome.Done;
import dev.quadrille.state.Refusal;
import dev.quadrille.testkit.RecordingJournal;
import dev.quadrille.work.LeasedWorker;
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
  private static final int BATCH = 10;

  private Instant now = START;
  private final FakeNotifications notifications = new FakeNotifications(() -> now);
  private final RecordingOutbox outbox = new RecordingOutbox();
  private final RecordingJournal journal = new RecordingJournal();
  private final FakeChannel channel = new FakeChannel();
  private final Courier courier =
      new Courier(notifications, channel, outbox, journal, Clock.fixed(START, ZoneOffset.UTC));
  private final LeasedWorker<?, ?> worker = worker(LEASE);

  @Test
  void sendsAndTells() {
    var order = pending();
    worker.round();

    assertThat(channel.sent()).hasSize(1);
    assertThat(outbox.taken())
        .containsExactly(new NotificationSent(order, ORDER_CONFIRMED, "fake", START));
    thenIs(SENT);
    assertThat(journal.lines()).containsExactly("CREATE APPLIED", "CLAIM APPLIED", "SENT APPLIED");
  }

  @Test
  void sendsOnceHoweverOftenItLooks() {
    pending();
    worker.round();
    worker.round();
    courier.giveUp(BATCH);

    assertThat(channel.sent()).hasSize(1);
    assertThat(outbox.taken()).hasSize(1);
  }

  @Test
  void sendsBatchAfterBatchInOneRound() {
    for (var i = 0; i < 25; i++) {
      pending();
    }
    worker.round();

    assertThat(channel.sent()).hasSize(25).doesNotHaveDuplicates();
    assertThat(outbox.taken()).hasSize(25);
  }

  @Test
  void claimsNothingWhileTheChannelTakesNothing() {
    pending();
    channel.close();
    worker.round();
    thenIs(PENDING);

    channel.open();
    worker.round();
    thenIs(SENT);
  }

  @Test
  void failsWhatTheChannelRefusesAndGoesOn() {
    var refused = pending();
    pending();
    channel.answering(news -> news.orderId().equals(refused) ? Answer.REFUSED : ACCEPTED);
    worker.round();

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
    worker.round();
    worker.round();

    assertThat(channel.sent()).hasSize(1);
    thenIs(FAILED);
    assertThat(outbox.taken()).containsExactly(unknown(order));
  }

  @Test
  void beginsNothingInTheSecondHalfOfItsLease() {
    pending();
    worker(Duration.ZERO).round();

    assertThat(channel.sent()).isEmpty();
    thenIs(FAILED);
    assertThat(notifications.all().get(0).failure()).contains(Failure.REFUSED);
  }

  @Nested
  class AfterACrashWhileSending {
    private final UUID order = pending();
    private final LeasedWorker<?, ?> another = worker(LEASE);

    AfterACrashWhileSending() {
      channel.answering(
          news -> {
            throw new Crash();
          });
      assertThatThrownBy(worker::round).isInstanceOf(Crash.class);
      channel.answering(news -> ACCEPTED);
    }

    @Test
    void leavesTheClaimToItsHolderUntilTheLeaseIsOver() {
      now = START.plus(LEASE);
      another.round();
      courier.giveUp(BATCH);

      thenIs(SENDING);
      assertThat(outbox.taken()).isEmpty();
    }

    @Test
    void givesUpWhenTheLeaseIsOverAndSendsNothingAgain() {
      now = START.plus(LEASE).plusMillis(1);
      courier.giveUp(BATCH);
      another.round();

      assertThat(channel.sent()).hasSize(1);
      thenIs(FAILED);
      assertThat(outbox.taken()).containsExactly(unknown(order));
    }

    @Test
    void sendsAgainWhenAPersonWantsIt() {
      now = START.plus(LEASE).plusMillis(1);
      thenRefused(redeliver(FIRST), "not-failed");
      courier.giveUp(BATCH);

      assertThat(redeliver(FIRST)).isInstanceOf(Done.class);
      assertThat(channel.sent()).hasSize(2);
      thenIs(SENT);
      assertThat(notifications.all().get(0).failure()).isEmpty();
      thenRefused(redeliver(FIRST), "not-failed");
      assertThat(channel.sent()).hasSize(2);
    }

    @Test
    void sendsNothingAgainForAWishThatMayHaveBeenFulfilled() {
      thenRefused(redeliver(TAKEN_OVER), "delivery-in-doubt");
      now = START.plus(LEASE).plusMillis(1);
      courier.giveUp(BATCH);

      thenRefused(redeliver(TAKEN_OVER), "delivery-in-doubt");
      redeliver(FIRST);
      assertThat(redeliver(TAKEN_OVER)).isInstanceOf(Done.class);
      assertThat(channel.sent()).hasSize(2);
    }
  }

  @Nested
  class AnImpatientPerson {

    @Test
    void isToldWhatTheChannelSays() {
      pending();
      channel.answering(news -> Answer.REFUSED);
      worker.round();
      outbox.taken();

      thenRefused(redeliver(FIRST), "delivery-refused");
      thenRefused(redeliver(TAKEN_OVER), "delivery-refused");
      channel.answering(
          news -> {
            throw new IllegalStateException("broken pipe");
          });
      thenRefused(redeliver(FIRST), "delivery-in-doubt");
      thenIs(FAILED);
      assertThat(outbox.taken()).hasSize(3);
    }

    @Test
    void knowsWhatThereIs() {
      assertThat(redelivering().redeliver(UUID.randomUUID(), FIRST))
          .isEqualTo(Outcome.refused(Notifications.UNKNOWN));
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
            courier.giveUp(BATCH);
            return ACCEPTED;
          });
      worker.round();

      thenIs(FAILED);
      assertThat(outbox.taken()).containsExactly(unknown(order));
      assertThat(journal.lines()).last().isEqualTo("SENT TOO_LATE");
    }

    @Test
    void decidesNothingAboutANewerClaim() {
      var order = pending();
      var old = courier.claim(BATCH, LEASE).get(0);
      var sent = Attempt.under(old, null);
      now = START.plus(LEASE).plusMillis(1);
      courier.giveUp(BATCH);
      courier.claimFailed(old.id(), LEASE);
      courier.claim(BATCH, LEASE);
      outbox.taken();

      courier.settle(List.of(sent));

      thenIs(SENDING);
      assertThat(outbox.taken()).as("about " + order).isEmpty();
    }
  }

  @Test
  void settlesInALaterRoundWhenTheDatabaseWasAway() {
    pending();
    notifications.failLocking(1);

    assertThatThrownBy(worker::round).isInstanceOf(IllegalStateException.class);
    thenIs(SENDING);
    worker.round();

    assertThat(channel.sent()).hasSize(1);
    thenIs(SENT);
  }

  private Outcome<Notification> redeliver(Execution execution) {
    return redelivering().redeliver(notifications.all().get(0).id(), execution);
  }

  private RedeliverNotification redelivering() {
    return new RedeliverNotification(
        notifications, courier, new DeliveryProperties(Duration.ofMillis(100), BATCH, LEASE));
  }

  private static void thenRefused(Outcome<Notification> outcome, String type) {
    assertThat(outcome.<String>fold(done -> "done", Refusal::type)).isEqualTo(type);
  }

  private UUID pending() {
    var order = UUID.randomUUID();
    notifications.save(notification(order));
    return order;
  }

  private Notification notification(UUID order) {
    var news = new News(order, Kind.ORDER_CONFIRMED, "ada", "subject", "body");
    return new Notification(new UUID(0, notifications.all().size()), news, journal);
  }

  private void thenIs(NotificationState... states) {
    assertThat(notifications.all()).extracting(Notification::state).containsExactly(states);
  }

  private static NotificationFailed unknown(UUID order) {
    return new NotificationFailed(order, ORDER_CONFIRMED, DeliveryFailure.OUTCOME_UNKNOWN, START);
  }

  private LeasedWorker<?, ?> worker(Duration lease) {
    return new LeasedWorker<>("courier", courier, Duration.ofMillis(100), BATCH, lease);
  }
}
