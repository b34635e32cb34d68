package dev.quadrille.system;

import static dev.quadrille.contracts.Lane.FORWARD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.cli.LocalStage;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.testkit.AtOnce;
import dev.quadrille.testkit.oracle.Oracle;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What went wrong for others, on four processes. */
@ExtendWith(DancingSystem.class)
class FieldCasesSystemTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int CONFIRMED = 2;
  private static final int CANCELLED = 4;
  private static final int ORDERS = 100;

  private final LocalStage stage;
  private final Market market;
  private final String customer = "customer-" + UUID.randomUUID();
  private final String sku = "sku-" + UUID.randomUUID();

  FieldCasesSystemTest(LocalSystem system) {
    this.stage = new LocalStage(system);
    this.market = new Market(stage);
  }

  @AfterEach
  void theOracleFindsNothing() {
    assertThat(new Oracle(stage).settled(PATIENCE).findings()).isEmpty();
  }

  @Test // case S6
  void neverSellsMoreThanThereIs() {
    market.customer(customer, 1_000);
    market.goods(sku, 10);
    AtOnce.run(Collections.nCopies(ORDERS, () -> market.order(customer, 1, sku)));

    waitFor(this::allHaveEnded);
    assertThat(market.states()).hasSize(ORDERS);
    assertThat(Collections.frequency(market.states().values(), CONFIRMED)).isEqualTo(10);
  }

  @Test // case S6
  void neverTakesMoreThanThereIs() {
    var account = market.customer(customer, 100);
    var skus = IntStream.range(0, 10).mapToObj(i -> sku + i).toList();
    skus.forEach(one -> market.goods(one, 5));
    AtOnce.run(skus.stream().map(one -> (Runnable) () -> market.order(customer, 30, one)).toList());

    waitFor(this::allHaveEnded);
    assertThat(Collections.frequency(market.states().values(), CONFIRMED)).isEqualTo(3);
    assertThat(market.balance(account)).isEqualTo(10);
    assertThat(events("inventory", "StockReleased", market.states().keySet())).isEqualTo(7);
  }

  @Test // case S2
  void refundsOnceHoweverManyCancelAtOnce() {
    var account = market.customer(customer, 100);
    market.goods(sku, 5);
    market.pause("order", FORWARD);
    UUID order;
    try {
      waitFor(() -> market.paused("order", FORWARD));
      order = market.order(customer, 30, sku);
      waitFor(() -> market.balance(account) == 70);
      AtOnce.run(
          Collections.nCopies(20, () -> assertThat(market.cancel(order).status()).isEqualTo(202)));
      waitFor(() -> market.status(order).equals("CANCELLED"));
    } finally {
      market.resume("order", FORWARD);
    }

    assertThat(market.balance(account)).isEqualTo(100);
    assertThat(events("order", "OrderCancellationRequested", Set.of(order))).isEqualTo(1);
    assertThat(events("account", "PaymentReversed", Set.of(order))).isEqualTo(1);
    assertThat(events("inventory", "StockReleased", Set.of(order))).isEqualTo(1);
  }

  @Test // case S8
  void callsNothingCancelledThatCouldNotBeReleased() {
    market.customer(customer, 100);
    market.goods(sku, 5);
    market.pause("account", FORWARD);
    UUID order;
    try {
      waitFor(() -> market.paused("account", FORWARD));
      order = market.order(customer, 30, sku);
      waitFor(() -> reserved() == 1);
      refuseRelease(order);
      assertThat(market.cancel(order).status()).isEqualTo(202);
      waitFor(() -> attempts(order) == 1);
    } finally {
      market.resume("account", FORWARD);
    }
    waitFor(() -> events("account", "PaymentReversed", Set.of(order)) == 1);
    for (var attempt = 2; attempt <= 4; attempt++) {
      var expected = attempt;
      market.retryParked("inventory", order);
      waitFor(() -> attempts(order) == expected);
    }
    assertThat(market.parked("inventory", order))
        .singleElement()
        .satisfies(it -> assertThat(it.path("nextAttemptAt").isNull()).as("for a person").isTrue());
    assertThat(market.status(order)).isEqualTo("CANCELLING");
    assertThat(reserved()).isEqualTo(1);
    growOld(order);
    assertThat(market.stuck("order", order))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.path("state").asString()).isEqualTo("CANCELLING");
              assertThat(it.path("ageSeconds").asLong()).isGreaterThanOrEqualTo(3_600);
              assertThat(it.at("/owed/0/what").asString()).isEqualTo("StockReleased");
              assertThat(it.path("owed")).hasSize(1);
            });

    inventory().sql("ALTER TABLE reservation DROP CONSTRAINT no_release").update();
    market.retryParked("inventory", order);
    waitFor(() -> market.status(order).equals("CANCELLED"));
    assertThat(reserved()).isZero();
    assertThat(events("inventory", "StockReleased", Set.of(order))).isEqualTo(1);
    assertThat(market.stuck("order", order)).isEmpty();
  }

  private void refuseRelease(UUID order) {
    inventory()
        .sql(
            "ALTER TABLE reservation ADD CONSTRAINT no_release CHECK (state = 1 OR order_id <> '%s')"
                .formatted(order))
        .update();
  }

  /** How often the one event of an order that inventory has parked was attempted. */
  private int attempts(UUID order) {
    var parked = market.parked("inventory", order);
    return parked.size() == 1 ? parked.get(0).path("attempts").asInt() : 0;
  }

  /** Nobody waits in a test. */
  private void growOld(UUID order) {
    stage
        .database("order")
        .sql("UPDATE orders SET state_since = now() - interval '1 hour' WHERE id = ?")
        .param(order)
        .update();
  }

  private long reserved() {
    return inventory()
        .sql("SELECT reserved FROM stock WHERE sku = ?")
        .param(sku)
        .query(Long.class)
        .single();
  }

  private JdbcClient inventory() {
    return stage.database("inventory");
  }

  private boolean allHaveEnded() {
    return market.states().values().stream().allMatch(List.of(CONFIRMED, CANCELLED)::contains);
  }

  private long events(String service, String type, Set<UUID> orders) {
    return stage
        .database(service)
        .sql("SELECT count(*) FROM outbox WHERE event_type LIKE '%' || ? AND aggregate_id = ANY(?)")
        .param(type)
        .param(orders.toArray(UUID[]::new))
        .query(Long.class)
        .single();
  }

  private static void waitFor(Callable<Boolean> condition) {
    await().pollInSameThread().atMost(PATIENCE).until(condition);
  }
}
