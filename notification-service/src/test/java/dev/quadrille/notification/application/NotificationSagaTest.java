package dev.quadrille.notification.application;

import static dev.quadrille.notification.domain.Kind.ORDER_CANCELLED;
import static dev.quadrille.notification.domain.Kind.ORDER_CONFIRMED;
import static dev.quadrille.notification.domain.Kind.ORDER_REFUNDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.contracts.CancellationReason;
import dev.quadrille.contracts.DeliveryFailure;
import dev.quadrille.contracts.NotificationKind;
import dev.quadrille.contracts.OrderCancelled;
import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.contracts.OrderRefunded;
import dev.quadrille.notification.domain.Failure;
import dev.quadrille.notification.domain.FakeNotifications;
import dev.quadrille.notification.domain.Kind;
import dev.quadrille.notification.domain.Notification;
import dev.quadrille.notification.domain.NotificationState;
import dev.quadrille.testkit.HandlerScenario;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NotificationSagaTest {
  private static final UUID ORDER = UUID.fromString("01900000-0000-7000-8000-000000000001");
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final OrderConfirmed CONFIRMED =
      new OrderConfirmed(ORDER, "ada", "no 7", "EUR", 1250L, NOW);
  private static final OrderCancelled CANCELLED = cancelled("no 7", CancellationReason.CUSTOMER);
  private static final OrderRefunded REFUNDED =
      new OrderRefunded(ORDER, "ada", "no 7", "EUR", 1250L, NOW);

  private final FakeNotifications notifications = new FakeNotifications(InstantSource.fixed(NOW));
  private final HandlerScenario saga =
      HandlerScenario.of(NotificationHandlers.handlers(notifications, UUID::randomUUID));

  @Test
  void tellsHowAnOrderEndsAndEndsAgain() {
    saga.when(CONFIRMED).when(REFUNDED).thenEmitsNothing().thenJournals("CREATE APPLIED");

    assertThat(kinds()).containsExactly(ORDER_CONFIRMED, ORDER_REFUNDED);
    assertThat(notifications.all())
        .allSatisfy(told -> assertThat(told.state()).isEqualTo(NotificationState.PENDING))
        .allSatisfy(told -> assertThat(told.news().customerId()).isEqualTo("ada"));
  }

  @Test
  void tellsEachKindOnceWhenRedelivered() {
    saga.given(CONFIRMED, CANCELLED, REFUNDED);

    saga.when(CONFIRMED).thenJournals("CREATE DUPLICATE");
    saga.when(CANCELLED).thenJournals("CREATE DUPLICATE");
    saga.when(REFUNDED).thenJournals("CREATE DUPLICATE");
    assertThat(kinds()).containsExactly(ORDER_CONFIRMED, ORDER_CANCELLED, ORDER_REFUNDED);
  }

  @Test
  void tellsEachKindOnceWhenAllStandTwiceInABatch() {
    saga.whenTogether(REFUNDED, CONFIRMED, CONFIRMED, REFUNDED).thenEmitsNothing();

    assertThat(kinds()).containsExactly(ORDER_CONFIRMED, ORDER_REFUNDED);
  }

  @Test
  void tellsTheRefundAlsoWhenItComesFirst() {
    saga.when(REFUNDED).when(CONFIRMED).thenEmitsNothing();

    assertThat(kinds()).containsExactly(ORDER_CONFIRMED, ORDER_REFUNDED);
  }

  @Test
  void tellsOrdersApart() {
    var other = UUID.fromString("01900000-0000-7000-8000-000000000002");
    saga.whenTogether(CONFIRMED, new OrderConfirmed(other, "bob", "no 7", "EUR", 1L, NOW));

    assertThat(notifications.all()).hasSize(2);
  }

  @Test
  void namesKindsAndFailuresAsTheContractsDo() {
    assertThat(namesOf(Kind.values()))
        .isEqualTo(namesOf(NotificationKind.values(), NotificationKind.UNKNOWN));
    assertThat(namesOf(Failure.values()))
        .isEqualTo(namesOf(DeliveryFailure.values(), DeliveryFailure.UNKNOWN));
  }

  @Nested
  class Text {

    @Test
    void namesOrderAndAmount() {
      saga.when(CONFIRMED).when(REFUNDED);

      assertThat(told(ORDER_CONFIRMED).news().subject()).isEqualTo("Your order no 7 is confirmed");
      assertThat(told(ORDER_CONFIRMED).news().body())
          .isEqualTo("Your order no 7 over 12.50 EUR is confirmed.");
      assertThat(told(ORDER_REFUNDED).news().body())
          .isEqualTo("You have back the 12.50 EUR that you paid for your order no 7.");
    }

    @Test
    void knowsCurrenciesWithoutAndWithThreeDigits() {
      assertThat(Wording.of(confirmed(1250, "JPY")).body()).contains("1250 JPY");
      assertThat(Wording.of(confirmed(Long.MAX_VALUE, "KWD")).body())
          .contains("9223372036854775.807 KWD");
      assertThat(Wording.of(confirmed(1, "XXX")).body()).contains("1 XXX");
    }

    @Test // case S7
    void breaksRatherThanGuessingTheDigitsOfAnUnknownCurrency() {
      assertThatThrownBy(() -> saga.when(confirmed(1250, "ZZZ")))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(notifications.all()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(CancellationReason.class)
    void hasWordsForEachReason(CancellationReason reason) {
      assertThat(Wording.of(cancelled("no 7", reason)).body())
          .matches("Your order no 7 is cancelled, (as|for) [a-z ]+\\. You pay nothing for it\\.");
    }

    @Test
    void staysOneLineWhateverTheMerchantCallsTheOrder() {
      var news =
          Wording.of(cancelled("7\r\nBcc: eve@x\u2028\u0000\u0085%s", CancellationReason.TIMEOUT));

      assertThat(news.subject()).isEqualTo("Your order 7  Bcc: eve@x   %s is cancelled");
      assertThat(news.body()).doesNotContain("\r", "\n");
    }
  }

  private List<Kind> kinds() {
    return notifications.ofOrders(new UUID[] {ORDER}).stream()
        .map(told -> told.news().kind())
        .toList();
  }

  private Notification told(Kind kind) {
    return notifications.all().stream()
        .filter(told -> told.news().kind() == kind)
        .findFirst()
        .orElseThrow();
  }

  private static OrderConfirmed confirmed(long minor, String currency) {
    return new OrderConfirmed(ORDER, "ada", "no 7", currency, minor, NOW);
  }

  private static OrderCancelled cancelled(String number, CancellationReason reason) {
    return new OrderCancelled(ORDER, "ada", number, reason, NOW);
  }

  private static Set<String> namesOf(Enum<?>[] values, Enum<?>... except) {
    return Stream.of(values)
        .filter(value -> !List.of(except).contains(value))
        .map(Enum::name)
        .collect(java.util.stream.Collectors.toSet());
  }
}
