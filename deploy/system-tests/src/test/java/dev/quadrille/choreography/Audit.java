package dev.quadrille.choreography;

import static dev.quadrille.inventory.domain.ReservationState.COMMITTED;
import static dev.quadrille.inventory.domain.ReservationState.RESERVED;
import static dev.quadrille.notification.domain.Kind.ORDER_CANCELLED;
import static dev.quadrille.notification.domain.Kind.ORDER_CONFIRMED;
import static dev.quadrille.notification.domain.Kind.ORDER_REFUNDED;
import static dev.quadrille.order.domain.OrderState.CANCELLED;
import static dev.quadrille.order.domain.OrderState.CONFIRMED;
import static dev.quadrille.order.domain.OrderState.REFUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.account.domain.Account;
import dev.quadrille.account.domain.Payment;
import dev.quadrille.account.domain.PaymentState;
import dev.quadrille.account.domain.TrialBalanceLine;
import dev.quadrille.inventory.domain.ReservationState;
import dev.quadrille.inventory.domain.Stock;
import dev.quadrille.notification.domain.Kind;
import dev.quadrille.order.domain.Order;
import dev.quadrille.order.domain.OrderState;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What has to hold in a ballroom where nothing is under way. */
final class Audit {
  private static final Map<OrderState, Set<Kind>> NEWS =
      Map.of(
          CONFIRMED, Set.of(ORDER_CONFIRMED),
          CANCELLED, Set.of(ORDER_CANCELLED),
          REFUNDED, Set.of(ORDER_CONFIRMED, ORDER_REFUNDED));

  private final Ballroom room;

  Audit(Ballroom room) {
    this.room = room;
  }

  /** Every order has ended, or its case is open; goods and money are where its state says. */
  void ofOrders() {
    for (var order : room.orders()) {
      if (room.openCase(order.id()).isPresent()) {
        assertThat(order.state()).isIn(OrderState.CANCELLING, OrderState.REFUNDING);
      } else {
        ofEnded(order);
      }
    }
  }

  private void ofEnded(Order order) {
    assertThat(NEWS).as("%s is an end", order.state()).containsKey(order.state());
    assertThat(room.told(order.id())).isEqualTo(NEWS.get(order.state()));
    assertThat(room.reservation(order.id()))
        .as("reservation of a %s order", order.state())
        .isPresent();
    assertThat(room.payment(order.id())).as("payment of a %s order", order.state()).isPresent();
    var reservation = room.reservation(order.id()).orElseThrow().state();
    var payment = room.payment(order.id()).orElseThrow();
    if (order.state() == CONFIRMED) {
      assertThat(reservation).isEqualTo(COMMITTED);
      assertThat(payment.state()).isEqualTo(PaymentState.DEBITED);
    } else {
      assertThat(reservation).isNotIn(RESERVED, COMMITTED);
      assertThat(payment.holdsMoney()).isFalse();
    }
  }

  /** Goods: what came in is there, or left with a confirmed order. */
  void ofStock() {
    room.received()
        .forEach(
            (stock, units) -> {
              assertThat(stock.onHand()).isEqualTo(units - units(stock, COMMITTED));
              assertThat(stock.reserved()).isEqualTo(units(stock, RESERVED)).isNotNegative();
            });
  }

  private long units(Stock stock, ReservationState state) {
    return room.orders().stream()
        .flatMap(order -> room.reservation(order.id()).stream())
        .filter(reservation -> reservation.state() == state)
        .mapToLong(reservation -> reservation.lines().getOrDefault(stock.sku(), 0L))
        .sum();
  }

  /** Money: every balance is the sum of its entries, and everybody has what orders left them. */
  void ofMoney() {
    room.held()
        .forEach(
            (account, held) -> assertThat(account.balanceMinor()).isEqualTo(held).isNotNegative());
    assertThat(sum("TOTAL")).isZero();
    assertThat(sum("CUSTOMER"))
        .isEqualByComparingTo(sum(room.held().keySet().stream().map(Account::balanceMinor)));
    assertThat(sum("MERCHANT")).isEqualByComparingTo(paid(PaymentState.DEBITED::equals));
    assertThat(sum("SUSPENSE")).isEqualByComparingTo(paid(PaymentState.IN_SUSPENSE::equals));
    assertThat(sum("SUSPENSE"))
        .isEqualByComparingTo(
            sum(
                room.orders().stream()
                    .flatMap(order -> room.openCase(order.id()).stream())
                    .map(open -> open.suspension().amountMinor())));
  }

  private BigDecimal paid(Predicate<PaymentState> where) {
    return sum(
        room.orders().stream()
            .flatMap(order -> room.payment(order.id()).stream())
            .filter(payment -> where.test(payment.state()))
            .map(Payment::bill)
            .map(bill -> bill.amountMinor()));
  }

  private BigDecimal sum(String kind) {
    return room.trialBalance().stream()
        .filter(line -> line.getKind().equals(kind))
        .map(TrialBalanceLine::getAmountMinor)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static BigDecimal sum(Stream<Long> amounts) {
    return amounts.map(BigDecimal::valueOf).reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
