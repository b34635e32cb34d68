package dev.quadrille.account.application;

import static dev.quadrille.contracts.DebitRejectionReason.ACCOUNT_FROZEN;
import static dev.quadrille.contracts.DebitRejectionReason.INSUFFICIENT_FUNDS;
import static dev.quadrille.contracts.DebitRejectionReason.NO_ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.account.domain.Account;
import dev.quadrille.account.domain.AccountKey;
import dev.quadrille.account.domain.CreditRefusal;
import dev.quadrille.account.domain.FakeAccounts;
import dev.quadrille.account.domain.FakeLedgerEntries;
import dev.quadrille.account.domain.FakePayments;
import dev.quadrille.account.domain.FakeSuspenseCases;
import dev.quadrille.account.domain.LedgerEntry;
import dev.quadrille.account.domain.SuspenseCase;
import dev.quadrille.account.domain.Suspension;
import dev.quadrille.contracts.AccountDebited;
import dev.quadrille.contracts.CancellationReason;
import dev.quadrille.contracts.DebitRejected;
import dev.quadrille.contracts.DebitRejectionReason;
import dev.quadrille.contracts.MoneySettlement;
import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderRefundRequested;
import dev.quadrille.contracts.PaymentReversed;
import dev.quadrille.contracts.RefundReason;
import dev.quadrille.contracts.ReservedLine;
import dev.quadrille.contracts.StockReserved;
import dev.quadrille.testkit.HandlerScenario;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PaymentSagaTest {
  private static final UUID ORDER = order(1);
  private static final UUID ACCOUNT = UUID.fromString("01900000-0000-7000-8000-0000000000aa");
  private static final UUID NOBODY = new UUID(0, 0);
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
  private static final StockReserved THIRTY = reserved(ORDER, "ada", "EUR", 30);
  private static final OrderCancellationRequested CANCELLATION =
      new OrderCancellationRequested(ORDER, CancellationReason.CUSTOMER, NOW);
  private static final OrderRefundRequested REFUND =
      new OrderRefundRequested(ORDER, RefundReason.CUSTOMER, NOW);
  private static final PaymentReversed REVERSED =
      new PaymentReversed(ORDER, MoneySettlement.REVERSED, 30L, "EUR", NOW);
  private static final PaymentReversed NOTHING_HELD =
      new PaymentReversed(ORDER, MoneySettlement.NOTHING_HELD, 0L, null, NOW);

  private final FakeAccounts accounts = new FakeAccounts();
  private final FakeLedgerEntries entries = new FakeLedgerEntries();
  private final FakeSuspenseCases cases = new FakeSuspenseCases();
  private final Books books =
      new Books(new FakePayments(), accounts, entries, UUID::randomUUID, CLOCK);
  private final HandlerScenario saga =
      HandlerScenario.of(PaymentHandlers.handlers(books, cases, CLOCK));

  @BeforeEach
  void adaHasOneHundred() {
    accounts.open(ACCOUNT, "ada", "EUR");
    books.deposit(ada(), 100);
  }

  @AfterEach
  void everyPostingSumsToZeroAndEveryBalanceIsItsEntries() {
    assertThat(entries.all().stream().map(entry -> entry.posting().postingId()).distinct())
        .allSatisfy(
            posting ->
                assertThat(sum(entry -> entry.posting().postingId().equals(posting)))
                    .as("posting %s", posting)
                    .isZero());
    assertThat(accounts.all())
        .allSatisfy(
            account -> assertThat(account.balanceMinor()).isEqualTo(held(account.ledgerName())));
    assertThat(held("SUSPENSE"))
        .isEqualTo(openCases().stream().mapToLong(open -> open.suspension().amountMinor()).sum());
  }

  @Nested
  class StockReservedArrives {

    @Test
    void debitsTheTotal() {
      saga.when(THIRTY).thenEmits(debited(ORDER, 30)).thenJournals("CREATE APPLIED");
      assertThat(ada().balanceMinor()).isEqualTo(70);
      assertThat(held("MERCHANT:m")).isEqualTo(30);
    }

    @Test
    void namesTheOrderAndTheEventInTheLedger() {
      saga.when(THIRTY);
      assertThat(entries.all())
          .filteredOn(entry -> entry.posting().orderId() != null)
          .hasSize(2)
          .allSatisfy(entry -> assertThat(entry.posting().orderId()).isEqualTo(ORDER))
          .allSatisfy(entry -> assertThat(entry.posting().eventId()).isNotNull());
    }

    @Test
    void debitsTheLastUnit() {
      saga.when(reserved(ORDER, "ada", "EUR", 100)).thenEmits(debited(ORDER, 100));
      assertThat(ada().balanceMinor()).isZero();
    }

    @Test
    void debitsNothingOfAFreeOrder() {
      saga.when(reserved(ORDER, "ada", "EUR", 0)).thenEmits(debited(ORDER, 0));
      assertThat(ada().balanceMinor()).isEqualTo(100);
    }

    @Test
    void rejectsWhatTheBalanceDoesNotCover() {
      saga.when(reserved(ORDER, "ada", "EUR", 101)).thenEmits(rejected(ORDER, INSUFFICIENT_FUNDS));
      assertThat(ada().balanceMinor()).isEqualTo(100);
    }

    @Test
    void rejectsACustomerWithoutAnAccount() {
      saga.when(reserved(ORDER, "bob", "EUR", 1)).thenEmits(rejected(ORDER, NO_ACCOUNT));
    }

    @Test // case S7
    void neverConvertsACurrency() {
      var dollars = reserved(order(2), "ada", "USD", 1);
      saga.whenTogether(THIRTY, dollars)
          .thenEmits(debited(ORDER, 30), rejected(order(2), NO_ACCOUNT));
      assertThat(ada().balanceMinor()).isEqualTo(70);
    }

    @Test
    void rejectsAFrozenAccount() {
      ada().freeze();
      saga.when(THIRTY).thenEmits(rejected(ORDER, ACCOUNT_FROZEN));
      assertThat(ada().balanceMinor()).isEqualTo(100);
    }

    @Test
    void debitsOnceWhenRedelivered() {
      saga.given(THIRTY).when(THIRTY).thenEmitsNothing().thenJournals("CREATE DUPLICATE");
      assertThat(ada().balanceMinor()).isEqualTo(70);
    }

    @Test
    void rejectsOnceWhenRedelivered() {
      var tooMuch = reserved(ORDER, "ada", "EUR", 101);
      saga.given(tooMuch);
      books.deposit(ada(), 1);
      saga.when(tooMuch).thenEmitsNothing();
      assertThat(ada().balanceMinor()).isEqualTo(101);
    }

    @Test
    void debitsOnceWhenItStandsTwiceInABatch() {
      saga.whenTogether(THIRTY, THIRTY).thenEmits(debited(ORDER, 30));
      assertThat(ada().balanceMinor()).isEqualTo(70);
    }

    @Test // case S1
    void debitsNothingWhenTheCancellationCameFirst() {
      saga.given(CANCELLATION).when(THIRTY).thenEmitsNothing();
      assertThat(ada().balanceMinor()).isEqualTo(100);
    }

    @Test
    void debitsNothingAfterTheMoneyWentBack() {
      saga.given(THIRTY, CANCELLATION).when(THIRTY).thenEmitsNothing();
      assertThat(ada().balanceMinor()).isEqualTo(100);
    }

    @Test // case S6
    void neverOverdrawsWithinABatch() {
      var ten =
          IntStream.rangeClosed(1, 10)
              .mapToObj(number -> reserved(order(number), "ada", "EUR", 30))
              .toArray(StockReserved[]::new);
      var answers =
          IntStream.rangeClosed(1, 10)
              .mapToObj(
                  number ->
                      number <= 3
                          ? debited(order(number), 30)
                          : rejected(order(number), INSUFFICIENT_FUNDS))
              .toArray(SpecificRecord[]::new);
      saga.whenTogether(ten).thenEmits(answers);
      assertThat(ada().balanceMinor()).isEqualTo(10);
    }
  }

  @Nested
  class CancellationArrives {

    @Test
    void givesBackWhatWasTaken() {
      saga.given(THIRTY).when(CANCELLATION).thenEmits(REVERSED).thenJournals("REVERSE APPLIED");
      assertThat(ada().balanceMinor()).isEqualTo(100);
      assertThat(held("MERCHANT:m")).isZero();
    }

    @Test // case S2
    void givesBackOnceWhenThreeFailuresArrive() {
      saga.given(THIRTY)
          .when(CANCELLATION)
          .whenTogether(CANCELLATION, CANCELLATION)
          .thenEmits(REVERSED)
          .thenJournals("REVERSE DUPLICATE");
      assertThat(ada().balanceMinor()).isEqualTo(100);
    }

    @Test // case S1
    void fencesAnOrderThatHasNotArrived() {
      saga.when(CANCELLATION)
          .when(CANCELLATION)
          .thenEmits(NOTHING_HELD)
          .thenJournals("REVERSE DUPLICATE");
    }

    @Test
    void closesARejectedPaymentAndAnswersOnce() {
      saga.given(reserved(ORDER, "bob", "EUR", 1))
          .when(CANCELLATION)
          .when(CANCELLATION)
          .thenEmits(NOTHING_HELD);
    }

    @Test
    void closesAPaymentThatAFrozenAccountRejected() {
      ada().freeze();
      saga.given(THIRTY).when(CANCELLATION).thenEmits(NOTHING_HELD).thenJournals("CLOSE APPLIED");
      assertThat(openCases()).isEmpty();
    }

    @Test
    void suspendsWhatAFrozenAccountDoesNotTakeAndDoesNotAnswerYet() {
      saga.given(THIRTY);
      ada().freeze();
      saga.when(CANCELLATION).thenEmitsNothing().thenJournals("SUSPEND APPLIED");
      assertThat(ada().balanceMinor()).isEqualTo(70);
      assertThat(held("MERCHANT:m")).isZero();
      assertThat(openCases())
          .singleElement()
          .extracting(SuspenseCase::suspension)
          .isEqualTo(new Suspension(ACCOUNT, 30, "EUR", CreditRefusal.ACCOUNT_FROZEN, NOW));
    }

    @Test // case S2
    void suspendsOnceWhenTwoFailuresArrive() {
      saga.given(THIRTY);
      ada().freeze();
      saga.when(CANCELLATION)
          .when(CANCELLATION)
          .thenEmitsNothing()
          .thenJournals("REVERSE DUPLICATE");
      assertThat(openCases()).hasSize(1);
    }

    @Test
    void leavesASuspendedRefundToAPersonAfterTheAccountIsUnfrozen() {
      saga.given(THIRTY);
      ada().freeze();
      saga.given(CANCELLATION);
      ada().unfreeze();
      saga.when(CANCELLATION).thenEmitsNothing().thenJournals("REVERSE DUPLICATE");
      assertThat(ada().balanceMinor()).isEqualTo(70);
    }

    @Test
    void suspendsWhatAnAccountCannotCount() {
      saga.given(THIRTY);
      books.deposit(ada(), Long.MAX_VALUE - 70 - 29);
      saga.when(CANCELLATION).thenEmitsNothing().thenJournals("SUSPEND APPLIED");
      assertThat(ada().balanceMinor()).isEqualTo(Long.MAX_VALUE - 29);
      assertThat(openCases())
          .singleElement()
          .satisfies(
              open ->
                  assertThat(open.suspension().reason()).isEqualTo(CreditRefusal.BALANCE_OVERFLOW));
    }

    @Test
    void fillsAnAccountToTheLastUnitThatCanBeCounted() {
      saga.given(THIRTY);
      books.deposit(ada(), Long.MAX_VALUE - 100);
      saga.when(CANCELLATION).thenEmits(REVERSED);
      assertThat(ada().balanceMinor()).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Nested
  class RefundArrives {

    @Test
    void givesBackWhatWasTaken() {
      saga.given(THIRTY).when(REFUND).thenEmits(REVERSED);
      assertThat(ada().balanceMinor()).isEqualTo(100);
    }

    @Test
    void givesBackOnceWhenRedelivered() {
      saga.given(THIRTY).when(REFUND).when(REFUND).thenEmits(REVERSED);
      assertThat(ada().balanceMinor()).isEqualTo(100);
    }

    @Test // case S2
    void givesBackOnceWhenTheOrderIsCancelledToo() {
      saga.given(THIRTY).when(CANCELLATION).when(REFUND).thenEmits(REVERSED);
      assertThat(ada().balanceMinor()).isEqualTo(100);
    }

    @Test
    void fencesAnOrderThatHasNotArrived() {
      saga.when(REFUND).when(THIRTY).thenEmits(NOTHING_HELD);
      assertThat(ada().balanceMinor()).isEqualTo(100);
    }

    @Test
    void suspendsWhatAFrozenAccountDoesNotTake() {
      saga.given(THIRTY);
      ada().freeze();
      saga.when(REFUND).thenEmitsNothing();
      assertThat(openCases()).hasSize(1);
    }
  }

  private Account ada() {
    return accounts.lock(List.of(new AccountKey("ada", "EUR"))).get(0);
  }

  private long held(String account) {
    return sum(entry -> entry.account().equals(account));
  }

  private long sum(Predicate<LedgerEntry> which) {
    return entries.all().stream().filter(which).mapToLong(LedgerEntry::amountMinor).sum();
  }

  private List<SuspenseCase> openCases() {
    return cases.open(NOBODY, Integer.MAX_VALUE);
  }

  private static UUID order(long number) {
    return new UUID(0x0190_0000_0000_7000L, 0x8000_0000_0000_0000L + number);
  }

  private static StockReserved reserved(
      UUID order, String customer, String currency, long totalMinor) {
    var lines = List.of(new ReservedLine("tea", 1L));
    return new StockReserved(order, "m", customer, currency, totalMinor, lines, NOW);
  }

  private static AccountDebited debited(UUID order, long amountMinor) {
    return new AccountDebited(order, ACCOUNT, "EUR", amountMinor, NOW);
  }

  private static DebitRejected rejected(UUID order, DebitRejectionReason reason) {
    return new DebitRejected(order, reason, NOW);
  }
}
