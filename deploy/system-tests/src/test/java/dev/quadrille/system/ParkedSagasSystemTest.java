package dev.quadrille.system;

import static dev.quadrille.contracts.Lane.COMPENSATION;
import static dev.quadrille.contracts.Lane.FORWARD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.cli.LocalStage;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.testkit.oracle.Oracle;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Orders of which an event is parked: they end all the same, by themselves. */
@ExtendWith(DancingSystem.class)
class ParkedSagasSystemTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int CANCELLED = 4;

  private final LocalStage stage;
  private final Market market;
  private final String customer = "customer-" + UUID.randomUUID();
  private final String sku = "sku-" + UUID.randomUUID();

  ParkedSagasSystemTest(LocalSystem system) {
    this.stage = new LocalStage(system);
    this.market = new Market(stage);
  }

  @Test
  void endsByItsDeadlineWhateverIsParkedOfIt() {
    var account = market.customer(customer, 100);
    market.goods(sku, 5);

    market.pause("inventory", FORWARD);
    waitFor(() -> market.paused("inventory", FORWARD));
    var unheard = market.order(customer, 30, sku);
    refuse("inventory", "reservation", "order_id <> '%s' OR state = 5", unheard);
    market.resume("inventory", FORWARD);

    market.pause("order", COMPENSATION);
    waitFor(() -> market.paused("order", COMPENSATION));
    var withoutStock = market.order(customer, 30, "no-" + sku);
    var withoutMoney = market.order(customer, 500, sku);
    // Only a time-out may cancel these two.
    refuse("order", "orders", "id <> '%s' OR coalesce(reason, 4) = 4", withoutStock);
    refuse("order", "orders", "id <> '%s' OR coalesce(reason, 4) = 4", withoutMoney);
    market.resume("order", COMPENSATION);

    waitFor(() -> parkedTypes("inventory", unheard).equals(List.of("OrderPlaced")));
    waitFor(() -> parkedTypes("order", withoutStock).equals(List.of("StockRejected")));
    waitFor(() -> parkedTypes("order", withoutMoney).equals(List.of("DebitRejected")));
    var all = List.of(unheard, withoutStock, withoutMoney);
    assertThat(all).allSatisfy(it -> assertThat(market.status(it)).isEqualTo("PLACED"));

    stage
        .database("order")
        .sql("UPDATE orders SET deadline = now() WHERE id = ANY(?)")
        .param(all.toArray(UUID[]::new))
        .update();
    waitFor(() -> market.states().values().stream().allMatch(state -> state == CANCELLED));
    assertThat(market.balance(account)).isEqualTo(100);

    allow("inventory", "reservation", unheard);
    allow("order", "orders", withoutStock);
    allow("order", "orders", withoutMoney);
    market.retryParked("inventory", unheard);
    market.retryParked("order", withoutStock);
    market.retryParked("order", withoutMoney);
    assertThat(new Oracle(stage).settled(PATIENCE).findings())
        .as("and nothing is parked")
        .isEmpty();
    assertThat(market.states().values()).hasSize(3).containsOnly(CANCELLED);
  }

  private List<String> parkedTypes(String service, UUID order) {
    return market.parked(service, order).stream()
        .map(event -> event.path("eventType").asString())
        .map(type -> type.substring(type.lastIndexOf('.') + 1))
        .toList();
  }

  private void refuse(String service, String table, String unless, UUID order) {
    stage
        .database(service)
        .sql(
            "ALTER TABLE %s ADD CONSTRAINT %s CHECK (%s)"
                .formatted(table, constraint(order), unless.formatted(order)))
        .update();
  }

  private void allow(String service, String table, UUID order) {
    stage
        .database(service)
        .sql("ALTER TABLE %s DROP CONSTRAINT %s".formatted(table, constraint(order)))
        .update();
  }

  private static String constraint(UUID order) {
    return "not_" + order.toString().replace('-', '_');
  }

  private static void waitFor(Callable<Boolean> condition) {
    await().pollInSameThread().atMost(PATIENCE).until(condition);
  }
}
