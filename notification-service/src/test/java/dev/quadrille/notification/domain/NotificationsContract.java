package dev.quadrille.notification.domain;

import static dev.quadrille.notification.domain.Failure.OUTCOME_UNKNOWN;
import static dev.quadrille.notification.domain.Kind.ORDER_CANCELLED;
import static dev.quadrille.notification.domain.Kind.ORDER_CONFIRMED;
import static dev.quadrille.notification.domain.Kind.ORDER_REFUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.state.Journal;
import dev.quadrille.testkit.RecordingJournal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What everybody who asks for notifications may rely on, in memory and in PostgreSQL. */
public abstract class NotificationsContract {
  private static final UUID ORDER = uuid(0xAAAA);
  private static final UUID OTHER_ORDER = uuid(0xBBBB);

  private final Journal journal = new RecordingJournal();

  /** Does something with notifications, of which there are none at first, in one transaction. */
  protected abstract <T> T with(Function<Notifications, T> work);

  @Test
  void findsAllKindsOfTheOrdersAskedFor() {
    add(1, ORDER, ORDER_REFUNDED);
    add(2, ORDER, ORDER_CONFIRMED);
    add(3, OTHER_ORDER, ORDER_CANCELLED);

    assertThat(numbers(all -> all.ofOrders(new UUID[] {ORDER}))).containsExactly(2L, 1L);
    assertThat(numbers(all -> all.ofOrders(new UUID[] {OTHER_ORDER, uuid(7)}))).containsExactly(3L);
    assertThat(numbers(all -> all.ofOrders(new UUID[] {}))).isEmpty();
  }

  @Test
  void keepsWhatItIsGiven() {
    var news = new News(ORDER, ORDER_CANCELLED, "ада\n@x", "s %s \"", "b\r\nb 🎉");
    with(all -> save(all, new Notification(uuid(1), news, journal)));

    var kept = with(all -> all.lock(new UUID[] {uuid(1)})).get(0);
    assertThat(kept.id()).isEqualTo(uuid(1));
    assertThat(kept.news()).isEqualTo(news);
    assertThat(kept.state()).isEqualTo(NotificationState.PENDING);
    assertThat(kept.leasedUntil()).isEmpty();
    assertThat(kept.failure()).isEmpty();
  }

  @Test
  void findsOneByItsId() {
    add(1, ORDER, ORDER_CONFIRMED);

    assertThat(numbers(all -> all.findById(uuid(1)).stream().toList())).containsExactly(1L);
    assertThat(numbers(all -> all.findById(uuid(2)).stream().toList())).isEmpty();
  }

  @Test
  void givesOutTheOldestPendingOnes() {
    assertThat(with(Notifications::anyPending)).isFalse();
    add(3, ORDER, ORDER_CONFIRMED);
    add(1, ORDER, ORDER_CANCELLED);
    add(2, ORDER, ORDER_REFUNDED);

    assertThat(with(Notifications::anyPending)).isTrue();
    assertThat(numbers(all -> all.lockPending(2))).containsExactly(1L, 2L);
  }

  @Test
  void takesAClaimedOneForExpiredWhenItsLeaseIsOver() {
    add(1, ORDER, ORDER_CONFIRMED);
    add(2, ORDER, ORDER_CANCELLED);
    add(3, ORDER, ORDER_REFUNDED);
    claim(1, Duration.ofSeconds(-1));
    claim(2, Duration.ofHours(1));
    claim(3, Duration.ofSeconds(-2));

    assertThat(with(Notifications::anyPending)).isFalse();
    assertThat(numbers(all -> all.lockExpired(10))).containsExactly(3L, 1L);
    assertThat(numbers(all -> all.lockExpired(1))).containsExactly(3L);
  }

  @Test
  void keepsAClaimToTheMicrosecond() {
    add(1, ORDER, ORDER_CONFIRMED);
    var until = claim(1, Duration.ofHours(1));

    assertThat(with(all -> all.lock(new UUID[] {uuid(1)})).get(0).leasedUntil()).contains(until);
  }

  @Test
  void listsFailedOnesPageByPage() {
    for (var number = 1; number <= 3; number++) {
      add(number, uuid(number), ORDER_CONFIRMED);
    }
    for (var number : List.of(1, 3)) {
      var until = claim(number, Duration.ofHours(1));
      with(all -> all.lock(new UUID[] {uuid(number)}).get(0).fail(until, OUTCOME_UNKNOWN, journal));
    }

    assertThat(numbers(all -> all.failedAfter(uuid(0), 1))).containsExactly(1L);
    assertThat(numbers(all -> all.failedAfter(uuid(1), 2))).containsExactly(3L);
    assertThat(with(all -> all.failedAfter(uuid(1), 2)).get(0).failure()).contains(OUTCOME_UNKNOWN);
  }

  @Test
  void locksThoseThatExist() {
    add(2, ORDER, ORDER_CONFIRMED);
    add(1, OTHER_ORDER, ORDER_CONFIRMED);

    assertThat(numbers(all -> all.lock(new UUID[] {uuid(2), uuid(9), uuid(1)})))
        .containsExactly(1L, 2L);
  }

  private void add(long number, UUID order, Kind kind) {
    var news = new News(order, kind, "c", "s", "b");
    with(all -> save(all, new Notification(uuid(number), news, journal)));
  }

  private Instant claim(long number, Duration lease) {
    return with(
        all -> {
          var until = all.now().plus(lease);
          all.lock(new UUID[] {uuid(number)}).get(0).claim(until, journal);
          return until;
        });
  }

  private List<Long> numbers(Function<Notifications, List<Notification>> query) {
    return with(query).stream().map(found -> found.id().getLeastSignificantBits()).toList();
  }

  private static boolean save(Notifications all, Notification notification) {
    all.save(notification);
    return true;
  }

  private static UUID uuid(long number) {
    return new UUID(0, number);
  }
}
