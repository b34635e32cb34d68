package dev.quadrille.order.domain;

import static dev.quadrille.order.domain.OrderState.CANCELLED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.testkit.RecordingJournal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What all orders promise, wherever they are kept. */
public abstract class OrdersContract {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final UUID FIRST = UUID.fromString("01900000-0000-7000-8000-000000000001");
  private static final UUID SECOND = UUID.fromString("ff900000-0000-7000-8000-000000000002");
  private static final List<Line> LINES =
      List.of(new Line("tea", 2, 500), new Line("tea", 1, 0), new Line("cup", 3, 7));

  private final RecordingJournal journal = new RecordingJournal();

  /** Does some work on the same orders, each time in a transaction of its own. */
  protected abstract <T> T inTransaction(Function<Orders, T> work);

  @Test
  void givesBackWhatWasSaved() {
    var now = place(FIRST, "1", MINUTE);
    var order = find(FIRST);

    assertThat(order.terms()).isEqualTo(terms("1"));
    assertThat(order.totalMinor()).isEqualTo(1021);
    assertThat(order.state()).isEqualTo(OrderState.PLACED);
    assertThat(order.reason()).isEmpty();
    assertThat(order.answered()).isFalse();
    assertThat(order.placedAt()).isEqualTo(now);
    assertThat(order.deadline()).isEqualTo(now.plus(MINUTE));
  }

  @Test
  void keepsWhatWasDecided() {
    var now = place(FIRST, "1", MINUTE);
    change(FIRST, order -> order.cancel(Reason.TIMEOUT, journal));
    change(FIRST, order -> order.stockBack(now, journal));
    change(FIRST, order -> order.moneyBack(now, journal));
    assertThat(find(FIRST).answered()).isTrue();
    change(FIRST, order -> order.close(journal));

    assertThat(find(FIRST).state()).isEqualTo(CANCELLED);
    assertThat(find(FIRST).reason()).contains(Reason.TIMEOUT);
  }

  @Test
  void knowsWhichHaveEnded() {
    place(FIRST, "1", MINUTE);
    place(SECOND, "2", MINUTE);
    change(SECOND, order -> order.confirm(journal));
    UUID[] asked = {FIRST, SECOND, new UUID(0, 0)};
    List<UUID> ended = inTransaction(orders -> orders.endedAmong(asked));

    assertThat(ended).containsExactly(SECOND);
  }

  @Test
  void locksThoseThatExistInTheOrderOfTheirIds() {
    place(SECOND, "2", MINUTE);
    place(FIRST, "1", MINUTE);
    UUID[] wanted = {SECOND, new UUID(0, 0), FIRST};
    List<UUID> locked = inTransaction(orders -> ids(orders.lock(wanted)));

    assertThat(locked).containsExactly(FIRST, SECOND);
  }

  @Test
  void showsAMerchantItsOwnOnly() {
    place(FIRST, "1", MINUTE);

    assertThat(sought(orders -> orders.lock("m", FIRST))).contains(FIRST);
    assertThat(sought(orders -> orders.lock("other", FIRST))).isEmpty();
    assertThat(sought(orders -> orders.findByMerchantIdAndId("other", FIRST))).isEmpty();
    assertThat(sought(orders -> orders.findByMerchantIdAndMerchantOrderNo("m", "1")))
        .contains(FIRST);
    assertThat(sought(orders -> orders.findByMerchantIdAndMerchantOrderNo("m", "2"))).isEmpty();
    assertThat(sought(orders -> orders.findByMerchantIdAndMerchantOrderNo("other", "1"))).isEmpty();
  }

  @Test
  void locksTheLongestOverdueFirst() {
    place(FIRST, "1", MINUTE.negated());
    place(SECOND, "2", MINUTE.multipliedBy(-2));

    assertThat(overdue(9)).containsExactly(SECOND, FIRST);
    assertThat(overdue(1)).containsExactly(SECOND);
    boolean any = inTransaction(Orders::anyOverdue);
    assertThat(any).isTrue();
  }

  @Test
  void callsNothingOverdueThatIsDecidedOrHasTime() {
    place(FIRST, "1", MINUTE.negated());
    place(SECOND, "2", MINUTE);
    change(FIRST, order -> order.confirm(journal));

    assertThat(overdue(9)).isEmpty();
    boolean any = inTransaction(Orders::anyOverdue);
    assertThat(any).isFalse();
  }

  @Test
  void givesANumberAwayOnce() {
    place(FIRST, "1", MINUTE);
    Optional<Instant> again = inTransaction(orders -> orders.freeAt("m", "1"));
    Optional<Instant> another = inTransaction(orders -> orders.freeAt("other", "1"));

    assertThat(again).isEmpty();
    assertThat(another).isPresent();
  }

  private List<UUID> overdue(int most) {
    return inTransaction(orders -> ids(orders.lockOverdue(most)));
  }

  private Optional<UUID> sought(Function<Orders, Optional<Order>> how) {
    return inTransaction(how).map(Order::id);
  }

  private Instant place(UUID id, String number, Duration time) {
    return inTransaction(
        orders -> {
          var now = orders.freeAt("m", number).orElseThrow();
          orders.save(new Order(id, terms(number), now, now.plus(time), journal));
          return now;
        });
  }

  private void change(UUID id, Consumer<Order> change) {
    inTransaction(
        orders -> {
          var order = orders.lock("m", id).orElseThrow();
          change.accept(order);
          return order;
        });
  }

  private Order find(UUID id) {
    return inTransaction(orders -> orders.findByMerchantIdAndId("m", id).orElseThrow());
  }

  private static Terms terms(String number) {
    return new Terms("m", number, "c", "EUR", LINES);
  }

  private static List<UUID> ids(List<Order> orders) {
    return orders.stream().map(Order::id).toList();
  }
}
