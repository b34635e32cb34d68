package dev.quadrille.account;

import dev.quadrille.account.application.KeepAccounts;
import dev.quadrille.account.domain.AccountKey;
import dev.quadrille.contracts.CancellationReason;
import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderRefundRequested;
import dev.quadrille.contracts.RefundReason;
import dev.quadrille.contracts.ReservedLine;
import dev.quadrille.contracts.StockReserved;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.SqlCallsContract;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PaymentSqlCallsIT extends SqlCallsContract {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static RunningService service;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            AccountApplication.class,
            "account",
            "spring.main.sources=dev.quadrille.testkit.SqlCalls");
    open("ada", 1_000_000);
    open("bob", 1_000_000);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Override
  protected RunningService service() {
    return service;
  }

  @Override
  protected List<Function<UUID, SpecificRecord>> dance() {
    return List.of(
        order -> reserved(order, "ada"),
        order -> new OrderRefundRequested(order, RefundReason.CUSTOMER, NOW),
        order -> reserved(UUID.randomUUID(), "nobody"),
        order ->
            new OrderCancellationRequested(UUID.randomUUID(), CancellationReason.CUSTOMER, NOW));
  }

  private static void open(String customer, long amountMinor) {
    var accounts = service.bean(KeepAccounts.class);
    var account = accounts.open(new AccountKey(customer, "EUR")).account();
    accounts.deposit(account.accountId(), amountMinor);
  }

  private static StockReserved reserved(UUID order, String customer) {
    return new StockReserved(
        order, "m", customer, "EUR", 3L, List.of(new ReservedLine("tea", 1L)), NOW);
  }
}
