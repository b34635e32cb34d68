package dev.quadrille.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.account.application.KeepAccounts;
import dev.quadrille.account.domain.AccountKey;
import dev.quadrille.account.domain.PaymentState;
import dev.quadrille.contracts.CancellationReason;
import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderRefundRequested;
import dev.quadrille.contracts.RefundReason;
import dev.quadrille.contracts.ReservedLine;
import dev.quadrille.contracts.StockReserved;
import dev.quadrille.handling.DeliveredBatch;
import dev.quadrille.testkit.AtOnce;
import dev.quadrille.testkit.OtherTransaction;
import dev.quadrille.testkit.Race;
import dev.quadrille.testkit.RaceContract;
import dev.quadrille.testkit.RunningService;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Account on PostgreSQL, where transactions meet. */
class PaymentRacesIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static RunningService service;

  @BeforeAll
  static void start() {
    service = RunningService.start(AccountApplication.class, "account");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Nested
  class Contradictions {
    private static final String ENTER =
        """
        INSERT INTO ledger_entry (id, posting_id, account, amount_minor, currency, at)
        VALUES ('%s', '00000000-0000-0000-0000-000000000001', '%s', %d, 'EUR', now())
        """;

    @Test
    void showAsLongAsAPostingDoesNotSumToZeroOrSuspenseHasNoCase() {
      assertThat(violations()).isEqualTo("0 0 0");
      enter("SUSPENSE", 5);
      assertThat(violations()).isEqualTo("0 1 1");
      enter("CASH", -5);
      assertThat(violations()).isEqualTo("0 0 1");
      enter("SUSPENSE", -5);
      enter("CASH", 5);
      assertThat(violations()).isEqualTo("0 0 0");
    }

    // The newest of all.
    private static void enter(String account, long amountMinor) {
      var id = "ffffffff" + UUID.randomUUID().toString().substring(8);
      service.database().execute(ENTER.formatted(id, account, amountMinor));
    }

    private static String violations() {
      return service
          .database()
          .ask("SELECT string_agg(violations::text, ' ' ORDER BY name) FROM invariant");
    }
  }

  /** Each order has a customer of its own, with 100 cents, and costs 30. */
  abstract static class OfOneOrder extends RaceContract {

    @Override
    protected RunningService service() {
      return service;
    }

    @Override
    protected String table() {
      return "payment";
    }

    @Override
    protected void open(UUID order) {
      PaymentRacesIT.open(order.toString(), 100);
    }

    @Override
    protected String end(UUID order) {
      var state = ask("SELECT state FROM payment WHERE order_id = '%s'", order);
      return "%s, %s left"
          .formatted(state(PaymentState.values(), state), balance(order.toString()));
    }
  }

  @Nested
  class OfAnOpenAccount extends OfOneOrder {

    @Override
    protected Stream<Race> races() {
      return Stream.of(
          Race.between(PaymentRacesIT::billed, PaymentRacesIT::billed, "DEBITED, 70 left"),
          Race.between(
              PaymentRacesIT::billed,
              PaymentRacesIT::cancelled,
              "REVERSED, 100 left",
              "FENCED, 100 left"),
          Race.between(
              PaymentRacesIT::billed,
              PaymentRacesIT::refunded,
              "REVERSED, 100 left",
              "FENCED, 100 left"),
          Race.between(PaymentRacesIT::cancelled, PaymentRacesIT::cancelled, "FENCED, 100 left"),
          Race.between(PaymentRacesIT::cancelled, PaymentRacesIT::refunded, "FENCED, 100 left"),
          Race.between(PaymentRacesIT::refunded, PaymentRacesIT::refunded, "FENCED, 100 left"),
          Race.between(PaymentRacesIT::billed, PaymentRacesIT::cancelled, "REVERSED, 100 left")
              .after(PaymentRacesIT::billed),
          Race.between(PaymentRacesIT::cancelled, PaymentRacesIT::cancelled, "REVERSED, 100 left")
              .after(PaymentRacesIT::billed),
          Race.between(PaymentRacesIT::cancelled, PaymentRacesIT::refunded, "REVERSED, 100 left")
              .after(PaymentRacesIT::billed));
    }
  }

  @Nested
  class OfAnAccountThatIsFrozenAfterTheDebit extends OfOneOrder {

    @Override
    protected void disturb(UUID order) {
      books().freeze(accountOf(order.toString()));
    }

    @Override
    protected Stream<Race> races() {
      return Stream.of(
          Race.between(PaymentRacesIT::billed, PaymentRacesIT::cancelled, "FENCED, 100 left"),
          Race.between(PaymentRacesIT::billed, PaymentRacesIT::refunded, "IN_SUSPENSE, 70 left")
              .after(PaymentRacesIT::billed),
          Race.between(PaymentRacesIT::cancelled, PaymentRacesIT::refunded, "IN_SUSPENSE, 70 left")
              .after(PaymentRacesIT::billed),
          Race.between(PaymentRacesIT::refunded, PaymentRacesIT::refunded, "IN_SUSPENSE, 70 left")
              .after(PaymentRacesIT::billed));
    }
  }

  @Nested
  class OfManyOrders {
    private final String ada = "ada " + UUID.randomUUID();
    private final String bob = "bob " + UUID.randomUUID();

    @Test // case S6
    void loseNoUpdateOfAnAccountThatAllOfThemUse() {
      var account = open(ada, 10_000);
      var paidIn = new AtomicLong(10_000);
      var work = new ArrayList<Runnable>();
      for (var i = 0; i < 100; i++) {
        var orders = Stream.generate(UUID::randomUUID).limit(3).toList();
        work.add(() -> deliver(orders.stream().map(order -> billed(order, ada))));
        work.add(() -> deliver(orders.stream().limit(2).map(PaymentRacesIT::refunded)));
        work.add(() -> paidIn.addAndGet(deposited(account, 7)));
        if (i % 10 == 0) {
          work.add(() -> books().freeze(account));
          work.add(() -> books().unfreeze(account));
        }
      }
      AtOnce.run(work);

      assertThat(ask("SELECT count(*) FROM payment WHERE customer_id = '%s'", ada))
          .isNotEqualTo("0");
      thenTheLedgerAgrees(paidIn.get());
    }

    private long deposited(UUID account, long amountMinor) {
      return books().deposit(account, amountMinor).fold(done -> amountMinor, refused -> 0L);
    }

    @Test
    void neverDeadlocksThoughTheyNameTwoAccountsInOppositeOrders() {
      open(ada, 10_000);
      open(bob, 10_000);
      var failuresBefore = service.failures("TRANSIENT");
      var work = new ArrayList<Runnable>();
      for (var i = 0; i < 100; i++) {
        var there = List.of(UUID.randomUUID(), UUID.randomUUID());
        var back = List.of(UUID.randomUUID(), UUID.randomUUID());
        work.add(() -> deliver(bills(there, ada, bob)));
        work.add(() -> deliver(bills(back, bob, ada)));
        work.add(() -> deliver(Stream.of(cancelled(back.get(1)), cancelled(back.get(0)))));
      }
      AtOnce.run(work);

      assertThat(List.of(balance(ada), balance(bob))).containsOnly("7000");
      assertThat(service.failures("TRANSIENT")).isEqualTo(failuresBefore);
    }

    @Test
    void runAgainWhenADeadlockEndsThem() {
      var account = open(ada, 100);
      var order = UUID.randomUUID();
      deliver(Stream.of(billed(order, ada)));
      var failuresBefore = service.failures("TRANSIENT");
      try (var other = OtherTransaction.on(service.database())) {
        // It looks for deadlocks later than the batch does, so that the batch is ended.
        other
            .execute("SET LOCAL deadlock_timeout = '10s'")
            .execute("SELECT FROM account WHERE account_id = '%s' FOR UPDATE".formatted(account));
        service.tell(refunded(order));
        other.awaitWaiting(1);
        other.execute("SELECT FROM payment WHERE order_id = '%s' FOR UPDATE".formatted(order));
      }
      await().until(() -> balance(ada).equals("100"));

      assertThat(service.failures("TRANSIENT")).as("ended").isGreaterThan(failuresBefore);
      assertThat(ask("SELECT state FROM payment WHERE order_id = '%s'", order)).isEqualTo("3");
      assertThat(ask("SELECT count(*) FROM parked_events")).isEqualTo("0");
    }

    private Stream<StockReserved> bills(List<UUID> orders, String first, String second) {
      return Stream.of(billed(orders.get(0), first), billed(orders.get(1), second));
    }

    private void thenTheLedgerAgrees(long paidIn) {
      var held =
          ask("SELECT count(*) FROM payment WHERE customer_id = '%s' AND state IN (1, 5)", ada);
      assertThat(balance(ada))
          .isEqualTo(Long.toString(paidIn - 30 * Long.parseLong(held)))
          .isEqualTo(
              ask(
                  "SELECT sum(amount_minor) FROM ledger_entry WHERE account = 'CUSTOMER:%s'",
                  accountOf(ada)));
      assertThat(ask("SELECT sum(amount_minor) FROM ledger_entry")).isEqualTo("0");
      assertThat(
              ask(
                  "SELECT coalesce(sum(amount_minor), 0) FROM ledger_entry WHERE account ="
                      + " 'SUSPENSE'"))
          .isEqualTo(
              ask(
                  "SELECT coalesce(sum(amount_minor), 0) FROM suspense_case WHERE resolution IS"
                      + " NULL"));
      assertThat(ask("SELECT count(*) FROM parked_events")).isEqualTo("0");
    }
  }

  private static StockReserved billed(UUID order) {
    return billed(order, order.toString());
  }

  private static StockReserved billed(UUID order, String customer) {
    var lines = List.of(new ReservedLine("tea", 1L));
    return new StockReserved(order, "m", customer, "EUR", 30L, lines, NOW);
  }

  private static OrderCancellationRequested cancelled(UUID order) {
    return new OrderCancellationRequested(order, CancellationReason.CUSTOMER, NOW);
  }

  private static OrderRefundRequested refunded(UUID order) {
    return new OrderRefundRequested(order, RefundReason.CUSTOMER, NOW);
  }

  private static void deliver(Stream<? extends SpecificRecord> events) {
    DeliveredBatch.deliver(service, events.toList());
  }

  private static UUID open(String customer, long amountMinor) {
    var account = books().open(new AccountKey(customer, "EUR")).account().accountId();
    books().deposit(account, amountMinor);
    return account;
  }

  private static KeepAccounts books() {
    return service.bean(KeepAccounts.class);
  }

  private static UUID accountOf(String customer) {
    return UUID.fromString(
        ask("SELECT account_id FROM account WHERE customer_id = '%s'", customer));
  }

  private static String balance(String customer) {
    return ask("SELECT balance_minor FROM account WHERE customer_id = '%s'", customer);
  }

  private static String ask(String sql, Object... parameters) {
    return service.database().ask(sql.formatted(parameters));
  }
}
