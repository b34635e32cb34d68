package dev.quadrille.order;

import dev.quadrille.contracts.AccountDebited;
import dev.quadrille.contracts.DebitRejected;
import dev.quadrille.contracts.DebitRejectionReason;
import dev.quadrille.contracts.MoneySettlement;
import dev.quadrille.contracts.PaymentReversed;
import dev.quadrille.contracts.StockReleased;
import dev.quadrille.contracts.StockSettlement;
import dev.quadrille.order.application.OrderCommands;
import dev.quadrille.order.domain.Line;
import dev.quadrille.order.domain.Orders;
import dev.quadrille.order.domain.Terms;
import dev.quadrille.state.Journal;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.SqlCallsContract;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class OrderSqlCallsIT extends SqlCallsContract {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static RunningService service;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            OrderApplication.class,
            "order",
            "quadrille.order.sweep-pause=1h",
            "spring.main.sources=dev.quadrille.testkit.SqlCalls");
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
  protected void place(List<UUID> ids) {
    var commands =
        new OrderCommands(
            service.bean(Orders.class), service.bean(Journal.class), Clock.systemUTC());
    new TransactionTemplate(service.bean(PlatformTransactionManager.class))
        .executeWithoutResult(status -> ids.forEach(id -> commands.place(id, terms(id), NOW, NOW)));
  }

  @Override
  protected List<Function<UUID, SpecificRecord>> dance() {
    return List.of(
        order -> new AccountDebited(order, new UUID(0, 1), "EUR", 1000L, NOW),
        order -> new DebitRejected(order, DebitRejectionReason.INSUFFICIENT_FUNDS, NOW),
        order -> new StockReleased(order, StockSettlement.RESTOCKED, NOW),
        order -> new PaymentReversed(order, MoneySettlement.REVERSED, 1000L, "EUR", NOW),
        order -> new PaymentReversed(order, MoneySettlement.REVERSED, 1000L, "EUR", NOW));
  }

  private static Terms terms(UUID id) {
    return new Terms("m", id.toString(), "c", "EUR", List.of(new Line("tea", 2, 500)));
  }
}
