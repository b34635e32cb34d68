package dev.quadrille.order.application;

import dev.quadrille.contracts.AccountDebited;
import dev.quadrille.contracts.DebitRejected;
import dev.quadrille.contracts.DebitRejectionReason;
import dev.quadrille.contracts.MoneySettlement;
import dev.quadrille.contracts.PaymentReversed;
import dev.quadrille.contracts.StockRejected;
import dev.quadrille.contracts.StockRejectionReason;
import dev.quadrille.contracts.StockReleased;
import dev.quadrille.contracts.StockSettlement;
import dev.quadrille.order.OrderApplication;
import dev.quadrille.order.domain.Line;
import dev.quadrille.order.domain.Orders;
import dev.quadrille.order.domain.Terms;
import dev.quadrille.state.Journal;
import dev.quadrille.testkit.Race;
import dev.quadrille.testkit.RaceContract;
import dev.quadrille.testkit.RunningService;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Order on PostgreSQL, where transactions meet. An order is always there before its events are. */
class OrderRacesIT extends RaceContract {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static RunningService service;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(OrderApplication.class, "order", "quadrille.order.sweep-pause=1h");
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
  protected String table() {
    return "orders";
  }

  @Override
  protected String key() {
    return "id";
  }

  @Override
  protected void open(UUID order) {
    var commands =
        new OrderCommands(
            service.bean(Orders.class), service.bean(Journal.class), Clock.systemUTC());
    var terms = new Terms("m", order.toString(), "c", "EUR", List.of(new Line("tea", 2, 500)));
    new TransactionTemplate(service.bean(PlatformTransactionManager.class))
        .executeWithoutResult(status -> commands.place(order, terms, NOW, NOW));
  }

  @Override
  protected Stream<Race> races() {
    return Stream.of(
        Race.between(OrderRacesIT::paid, OrderRacesIT::paid, "CONFIRMED"),
        Race.between(
            OrderRacesIT::paid, OrderRacesIT::outOfStock, "CONFIRMED", "CANCELLING OUT_OF_STOCK"),
        Race.between(
            OrderRacesIT::paid, OrderRacesIT::refused, "CONFIRMED", "CANCELLING PAYMENT_REFUSED"),
        Race.between(
            OrderRacesIT::paid,
            OrderRacesIT::stockBack,
            "REFUNDING COMPENSATED_EARLY, stock back",
            "CANCELLING COMPENSATED_EARLY, stock back"),
        Race.between(
            OrderRacesIT::paid,
            OrderRacesIT::moneyBack,
            "REFUNDING COMPENSATED_EARLY, money back",
            "CANCELLING COMPENSATED_EARLY, money back"),
        Race.between(OrderRacesIT::outOfStock, OrderRacesIT::outOfStock, "CANCELLING OUT_OF_STOCK"),
        Race.between(
            OrderRacesIT::outOfStock,
            OrderRacesIT::refused,
            "CANCELLING OUT_OF_STOCK",
            "CANCELLING PAYMENT_REFUSED"),
        Race.between(
            OrderRacesIT::outOfStock,
            OrderRacesIT::stockBack,
            "CANCELLING OUT_OF_STOCK, stock back",
            "CANCELLING COMPENSATED_EARLY, stock back"),
        Race.between(
            OrderRacesIT::outOfStock,
            OrderRacesIT::moneyBack,
            "CANCELLING OUT_OF_STOCK, money back",
            "CANCELLING COMPENSATED_EARLY, money back"),
        Race.between(OrderRacesIT::refused, OrderRacesIT::refused, "CANCELLING PAYMENT_REFUSED"),
        Race.between(
            OrderRacesIT::refused,
            OrderRacesIT::stockBack,
            "CANCELLING PAYMENT_REFUSED, stock back",
            "CANCELLING COMPENSATED_EARLY, stock back"),
        Race.between(
            OrderRacesIT::refused,
            OrderRacesIT::moneyBack,
            "CANCELLING PAYMENT_REFUSED, money back",
            "CANCELLING COMPENSATED_EARLY, money back"),
        Race.between(
            OrderRacesIT::stockBack,
            OrderRacesIT::stockBack,
            "CANCELLING COMPENSATED_EARLY, stock back"),
        Race.between(
            OrderRacesIT::stockBack,
            OrderRacesIT::moneyBack,
            "CANCELLED COMPENSATED_EARLY, stock back, money back"),
        Race.between(
            OrderRacesIT::moneyBack,
            OrderRacesIT::moneyBack,
            "CANCELLING COMPENSATED_EARLY, money back"),
        Race.between(
                OrderRacesIT::stockBack,
                OrderRacesIT::moneyBack,
                "REFUNDED COMPENSATED_EARLY, stock back, money back")
            .after(OrderRacesIT::paid),
        Race.between(
                OrderRacesIT::paid,
                OrderRacesIT::moneyBack,
                "CANCELLED OUT_OF_STOCK, stock back, money back")
            .after(OrderRacesIT::outOfStock, OrderRacesIT::stockBack));
  }

  @Override
  protected String end(UUID order) {
    var stands = service.bean(Orders.class).findByMerchantIdAndId("m", order).orElseThrow();
    return stands.state()
        + stands.reason().map(reason -> " " + reason).orElse("")
        + service
            .database()
            .ask(
                """
                SELECT CASE WHEN stock_back_at IS NULL THEN '' ELSE ', stock back' END
                       || CASE WHEN money_back_at IS NULL THEN '' ELSE ', money back' END
                FROM orders WHERE id = '%s'
                """
                    .formatted(order));
  }

  private static AccountDebited paid(UUID order) {
    return new AccountDebited(order, new UUID(0, 1), "EUR", 1000L, NOW);
  }

  private static StockRejected outOfStock(UUID order) {
    return new StockRejected(order, StockRejectionReason.INSUFFICIENT_STOCK, "tea", NOW);
  }

  private static DebitRejected refused(UUID order) {
    return new DebitRejected(order, DebitRejectionReason.INSUFFICIENT_FUNDS, NOW);
  }

  private static StockReleased stockBack(UUID order) {
    return new StockReleased(order, StockSettlement.RELEASED, NOW);
  }

  private static PaymentReversed moneyBack(UUID order) {
    return new PaymentReversed(order, MoneySettlement.REVERSED, 1000L, "EUR", NOW);
  }
}
