package dev.quadrille.account.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.account.AccountApplication;
import dev.quadrille.account.application.KeepAccounts;
import dev.quadrille.contracts.OrderRefundRequested;
import dev.quadrille.contracts.RefundReason;
import dev.quadrille.contracts.ReservedLine;
import dev.quadrille.contracts.StockReserved;
import dev.quadrille.handling.DeliveredBatch;
import dev.quadrille.testkit.ApiDescriptionContract;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.HttpCaller.Answer;
import dev.quadrille.testkit.RunningService;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

class AccountHttpIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final String TO_CUSTOMER = decision("TO_CUSTOMER");
  private static final String PAID_OUT = decision("PAID_OUT");

  private static RunningService service;
  private static HttpCaller ops;

  private String customer;
  private String account;

  @BeforeAll
  static void start() {
    service = RunningService.start(AccountApplication.class, "account");
    ops = service.calledByOps();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void openAnAccountWithOneHundred() {
    customer = "customer " + UUID.randomUUID();
    account = open(customer, "EUR").header("Location");
    deposit("100");
  }

  @AfterEach
  void theLedgerSumsToZero() {
    assertThat(ops.get("/ledger/trial-balance").body().get("items"))
        .filteredOn(line -> line.get("kind").asString().equals("TOTAL"))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line.get("amountMinor").asLong()).isZero());
    assertThat(balance())
        .isEqualTo(
            Long.parseLong(
                service
                    .database()
                    .ask(
                        "SELECT sum(amount_minor) FROM ledger_entry WHERE account = 'CUSTOMER:%s'"
                            .formatted(id()))));
  }

  @Nested
  class Description extends ApiDescriptionContract {

    @Override
    protected RunningService service() {
      return service;
    }
  }

  @Nested
  class Opening {

    @Test
    void answersTheNewAccount() {
      var opened = open("new " + customer, "JPY");

      assertThat(opened.status()).isEqualTo(201);
      assertThat(opened.header("Location")).isEqualTo("/accounts/" + opened.text("accountId"));
      assertThat(opened.body()).isEqualTo(ops.get(opened.header("Location")).body());
      assertThat(opened.body().propertyNames())
          .containsExactly("accountId", "customerId", "currency", "balanceMinor", "state");
      assertThat(opened.text("customerId")).isEqualTo("new " + customer);
      assertThat(opened.text("currency")).isEqualTo("JPY");
      assertThat(opened.text("state")).isEqualTo("OPEN");
    }

    @Test
    void findsTheAccountThatTheCustomerHas() {
      var again = open(customer, "EUR");

      assertThat(again.status()).isEqualTo(200);
      assertThat(again.header("Location")).isEqualTo(account);
      assertThat(again.body().get("balanceMinor").asLong()).isEqualTo(100);
    }

    @Test
    void opensOneAccountHoweverManyAskAtOnce() {
      var answers = atOnce(20, () -> open("new " + customer, "EUR"));

      assertThat(answers).extracting(Answer::status).containsOnly(200, 201);
      assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
      assertThat(answers)
          .extracting(answer -> answer.header("Location"))
          .containsOnly(answers.get(0).header("Location"));
    }

    @ParameterizedTest // case S7
    @ValueSource(
        strings = {
          "{\"customerId\":\"c\",\"currency\":\"eur\"}",
          "{\"customerId\":\"c\",\"currency\":\"EURO\"}",
          "{\"customerId\":\"c\",\"currency\":\"QQQ\"}",
          "{\"customerId\":\"c\",\"currency\":\"XAU\"}",
          "{\"customerId\":\"c\",\"currency\":null}",
          "{\"customerId\":\"c\"}",
          "{\"currency\":\"EUR\"}",
          "{\"customerId\":\"\",\"currency\":\"EUR\"}",
          "{\"customerId\":\"a\\u0000b\",\"currency\":\"EUR\"}",
          "{\"customerId\":7,\"currency\":\"EUR\"}",
          "{\"customerId\":\"c\",\"currency\":\"EUR\",\"balanceMinor\":1}",
          "{",
          ""
        })
    void refusesWhatIsNoAccount(String body) {
      thenRefused(ops.post("/accounts", body), 400);
    }
  }

  @Nested
  class Depositing {

    @ParameterizedTest // case A5
    @CsvSource({"500,500", "500.0,500", "5e2,500", "9007199254740993,9007199254740993"})
    void putsExactlySoMuchOnTheAccount(String amount, long amountMinor) {
      var answer = deposit(amount);

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body().get("balanceMinor").asLong()).isEqualTo(100 + amountMinor);
      assertThat(balance()).isEqualTo(100 + amountMinor);
    }

    @ParameterizedTest // case S7
    @ValueSource(
        strings = {"0", "-1", "1.5", "\"1\"", "1e400", "9223372036854775808", "null", "true", "[]"})
    void refusesWhatIsNoAmount(String amount) {
      thenRefused(deposit(amount), 400);
      assertThat(balance()).isEqualTo(100);
    }

    @Test
    void refusesMoreThanCanBeCounted() {
      assertThat(deposit(Long.toString(Long.MAX_VALUE - 100)).status()).isEqualTo(200);
      thenRefused(deposit("1"), 409, "balance-overflow");
      assertThat(balance()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void refusesAFrozenAccount() {
      freeze();
      thenRefused(deposit("1"), 409, "account-frozen");
      assertThat(balance()).isEqualTo(100);
    }

    @Test
    void refusesAnUnknownAccount() {
      var body = "{\"amountMinor\":1}";
      var unknown = ops.post("/accounts/" + UUID.randomUUID() + "/deposits", body);
      thenRefused(unknown, 404, "unknown-account");
      thenRefused(ops.post("/accounts/7/deposits", body), 400);
    }

    @Test
    void losesNoneOfManyAtOnce() {
      var answers = atOnce(20, () -> deposit("1"));

      assertThat(answers).extracting(Answer::status).containsOnly(200);
      assertThat(balance()).isEqualTo(120);
    }
  }

  @Nested
  class Freezing {

    @Test
    void isDoneOnceHoweverOftenItIsAskedFor() {
      assertThat(freeze().text("state")).isEqualTo("FROZEN");
      assertThat(freeze().text("state")).isEqualTo("FROZEN");
      assertThat(unfreeze().text("state")).isEqualTo("OPEN");
      assertThat(unfreeze().text("state")).isEqualTo("OPEN");
    }

    @Test
    void refusesAnUnknownAccount() {
      var unknown = "/accounts/" + UUID.randomUUID();
      thenRefused(ops.post(unknown + "/freeze", ""), 404, "unknown-account");
      thenRefused(ops.post(unknown + "/unfreeze", ""), 404, "unknown-account");
      thenRefused(ops.get(unknown), 404, "unknown-account");
      thenRefused(ops.get(unknown + "/entries"), 404, "unknown-account");
    }
  }

  @Nested
  class ReadingTheLedger {

    @Test
    void showsWhatEachEntryIsAbout() {
      var order = pay(30);
      var debit = ops.get(account + "/entries").body().get("items").get(1);

      assertThat(debit.propertyNames())
          .containsExactly(
              "entryId", "amountMinor", "postingId", "currency", "orderId", "eventId", "at");
      assertThat(debit.get("amountMinor").asLong()).isEqualTo(-30);
      assertThat(debit.get("orderId").asString()).isEqualTo(order.toString());
      assertThat(
              service
                  .database()
                  .ask(
                      "SELECT event_id FROM state_journal WHERE aggregate_id = '%s'"
                          .formatted(order)))
          .isEqualTo(debit.get("eventId").asString());
    }

    @Test
    void readsOnPageByPage() {
      var accounts = service.bean(KeepAccounts.class);
      for (var amount = 1; amount <= 204; amount++) {
        accounts.deposit(UUID.fromString(id()), amount);
      }

      var first = ops.get(account + "/entries");
      var second = ops.get(account + "/entries?after=" + first.body().get("next"));
      var third = ops.get(account + "/entries?after=" + second.body().get("next"));
      assertThat(amounts(first)).hasSize(100).startsWith(100L, 1L, 2L);
      assertThat(amounts(second)).hasSize(100).startsWith(100L, 101L);
      assertThat(amounts(third)).containsExactly(200L, 201L, 202L, 203L, 204L);
      assertThat(third.body().get("next").isNull()).isTrue();
    }

    @Test
    void addsUpEachKindOfAccount() {
      pay(30);

      assertThat(ops.get("/ledger/trial-balance").body().get("items"))
          .filteredOn(line -> line.get("currency").asString().equals("EUR"))
          .extracting(line -> line.get("kind").asString())
          .contains("CASH", "CUSTOMER", "MERCHANT", "TOTAL");
    }
  }

  @Nested
  class Paying {

    @Test // case S6
    void neverOverdrawsHoweverManyPayAtOnce() {
      var orders = atOnce(10, () -> pay(30));

      assertThat(orders.stream().map(this::state).sorted())
          .containsExactly("1", "1", "1", "2", "2", "2", "2", "2", "2", "2");
      assertThat(balance()).isEqualTo(10);
    }

    @Test // cases S1, R6
    @ExtendWith(OutputCaptureExtension.class)
    void holdsNothingHoweverADebitAndItsRefundRace(CapturedOutput log) {
      var orders = Stream.generate(UUID::randomUUID).limit(20).toList();
      for (var order : orders) {
        var refund = CompletableFuture.runAsync(() -> refund(order));
        pay(order, 30);
        refund.join();
      }

      assertThat(orders.stream().map(this::state)).containsAnyOf("3", "4").doesNotContain("1", "2");
      assertThat(balance()).isEqualTo(100);
      assertThat(log.getAll()).doesNotContain(customer);
    }

    private String state(UUID order) {
      return service
          .database()
          .ask("SELECT state FROM payment WHERE order_id = '%s'".formatted(order));
    }
  }

  @Nested
  class ResolvingACase {
    private UUID order;

    @BeforeEach
    void suspendARefund() {
      order = pay(30);
      freeze();
      refund(order);
    }

    @Test
    void isListedUntilItIsResolved() {
      assertThat(openCases()).contains(order.toString());
      resolve(PAID_OUT);
      assertThat(openCases()).doesNotContain(order.toString());
    }

    @Test
    void showsWhatItIsAbout() {
      var shown = ops.get("/ops/cases/" + order);

      assertThat(shown.body().propertyNames())
          .containsExactly(
              "orderId",
              "accountId",
              "amountMinor",
              "currency",
              "reason",
              "openedAt",
              "decision",
              "resolvedAt");
      assertThat(shown.text("reason")).isEqualTo("ACCOUNT_FROZEN");
      assertThat(shown.text("accountId")).isEqualTo(id());
      assertThat(shown.body().get("decision").isNull()).isTrue();
    }

    @Test
    void givesTheMoneyToTheCustomerOnceTheAccountTakesIt() {
      thenRefused(resolve(TO_CUSTOMER), 409, "account-frozen");
      assertThat(answers()).isEmpty();
      unfreeze();
      assertThat(resolve(TO_CUSTOMER).status()).isEqualTo(200);

      assertThat(balance()).isEqualTo(100);
      assertThat(answers()).isEqualTo("PaymentReversed");
    }

    @Test
    void paysOutWhileTheAccountIsFrozen() {
      var resolved = resolve(PAID_OUT);

      assertThat(resolved.status()).isEqualTo(200);
      assertThat(resolved.body().get("decision").toString())
          .isEqualTo(
              "{\"resolution\":\"PAID_OUT\",\"resolvedBy\":\"eve\",\"why\":\"a court said so\"}");
      assertThat(balance()).isEqualTo(70);
      assertThat(answers()).isEqualTo("PaymentReversed");
    }

    @Test
    void answersARepeatTheSameAndDoesNothing() {
      var first = resolve(PAID_OUT);
      var again = resolve(PAID_OUT);

      assertThat(again.status()).isEqualTo(200);
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(answers()).isEqualTo("PaymentReversed");
    }

    @Test
    void refusesAnotherWayThanTheMoneyWent() {
      resolve(PAID_OUT);
      unfreeze();
      thenRefused(resolve(TO_CUSTOMER), 409, "resolved-otherwise");
      assertThat(balance()).isEqualTo(70);
    }

    @Test
    void isDoneOnceHoweverManyAskAtOnce() {
      unfreeze();
      var resolved = atOnce(20, () -> resolve(TO_CUSTOMER));

      assertThat(resolved).extracting(Answer::status).containsOnly(200);
      assertThat(balance()).isEqualTo(100);
      assertThat(answers()).isEqualTo("PaymentReversed");
    }

    @Test
    void isJournalled() {
      resolve(PAID_OUT);

      var move =
          """
          SELECT j.move || ' ' || j.from_state || ' ' || j.to_state || ' ' || c.resolved_by || ': ' || c.why
          FROM state_journal j JOIN suspense_case c ON c.order_id = j.aggregate_id
          JOIN ledger_entry e ON e.event_id = j.event_id AND e.account = 'SUSPENSE'
          WHERE j.aggregate_id = '%s' AND j.move = 'RESOLVE'
          """;
      assertThat(service.database().ask(move.formatted(order)))
          .isEqualTo("RESOLVE 5 3 eve: a court said so");
    }

    @Test
    void leavesALateRefundWithNothingToDo() {
      resolve(PAID_OUT);
      unfreeze();
      refund(order);

      assertThat(balance()).isEqualTo(70);
      assertThat(answers()).isEqualTo("PaymentReversed");
    }

    @Test
    void refusesAnUnknownCase() {
      thenRefused(ops.get("/ops/cases/" + UUID.randomUUID()), 404, "unknown-case");
      order = UUID.randomUUID();
      thenRefused(resolve(PAID_OUT), 404, "unknown-case");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "{\"resolution\":\"KEEP\",\"by\":\"eve\",\"why\":\"w\"}",
          "{\"resolution\":0,\"by\":\"eve\",\"why\":\"w\"}",
          "{\"by\":\"eve\",\"why\":\"w\"}",
          "{\"resolution\":\"PAID_OUT\",\"why\":\"w\"}",
          "{\"resolution\":\"PAID_OUT\",\"by\":\"eve\",\"why\":\" \"}"
        })
    void refusesWhatIsNoDecision(String body) {
      thenRefused(resolve(body), 400);
      assertThat(answers()).isEmpty();
    }

    private Answer resolve(String body) {
      return ops.post("/ops/cases/" + order + "/resolve", body);
    }

    /** What account has told of the order since the debit. */
    private String answers() {
      return service
          .database()
          .ask(
              """
              SELECT coalesce(string_agg(regexp_replace(event_type, '^.*\\.', ''), ' ' ORDER BY seq), '')
              FROM outbox WHERE aggregate_id = '%s' AND event_type NOT LIKE '%%AccountDebited'
              """
                  .formatted(order));
    }

    private List<String> openCases() {
      return Stream.iterate(
              ops.get("/ops/cases").body(),
              page -> page != null,
              page ->
                  page.get("next").isNull()
                      ? null
                      : ops.get("/ops/cases?after=" + page.get("next").asString()).body())
          .flatMap(page -> page.get("items").valueStream())
          .map(item -> item.get("orderId").asString())
          .toList();
    }
  }

  private UUID pay(long totalMinor) {
    return pay(UUID.randomUUID(), totalMinor);
  }

  private UUID pay(UUID order, long totalMinor) {
    var lines = List.of(new ReservedLine("tea", 1L));
    var reserved = new StockReserved(order, "m", customer, "EUR", totalMinor, lines, NOW);
    DeliveredBatch.deliver(service, List.of(reserved));
    return order;
  }

  private void refund(UUID order) {
    var requested = new OrderRefundRequested(order, RefundReason.CUSTOMER, NOW);
    DeliveredBatch.deliver(service, List.of(requested));
  }

  private static Answer open(String customer, String currency) {
    var body = "{\"customerId\":\"%s\",\"currency\":\"%s\"}".formatted(customer, currency);
    return ops.post("/accounts", body);
  }

  private Answer deposit(String amount) {
    return ops.post(account + "/deposits", "{\"amountMinor\":%s}".formatted(amount));
  }

  private Answer freeze() {
    return ops.post(account + "/freeze", "");
  }

  private Answer unfreeze() {
    return ops.post(account + "/unfreeze", "");
  }

  private long balance() {
    return ops.get(account).body().get("balanceMinor").asLong();
  }

  private String id() {
    return account.substring("/accounts/".length());
  }

  private static List<Long> amounts(Answer entries) {
    return entries
        .body()
        .get("items")
        .valueStream()
        .map(entry -> entry.get("amountMinor").asLong())
        .toList();
  }

  private static String decision(String resolution) {
    return "{\"resolution\":\"%s\",\"by\":\"eve\",\"why\":\"a court said so\"}"
        .formatted(resolution);
  }

  private static <T> List<T> atOnce(int times, Supplier<T> call) {
    var threads = Executors.newFixedThreadPool(times);
    try {
      var calls =
          Stream.generate(() -> CompletableFuture.supplyAsync(call, threads)).limit(times).toList();
      return calls.stream().map(CompletableFuture::join).toList();
    } finally {
      threads.shutdown();
    }
  }

  private static void thenRefused(Answer answer, int status) {
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
  }

  private static void thenRefused(Answer answer, int status, String type) {
    thenRefused(answer, status);
    assertThat(answer.text("type")).isEqualTo("urn:quadrille:problem:" + type);
  }
}
