package dev.quadrille.cli.demo;

import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.Lane;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;

/**
 * A merchant's shop: customers with money, goods on shelves, orders. Everything in EUR and at one
 * price.
 */
final class Shop {
  static final long PRICE_MINOR = 1_000;
  private static final int CLIENTS = 16;
  private static final Set<String> TERMINAL = Set.of("CONFIRMED", "CANCELLED", "REFUNDED");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Api api;
  private final AtomicInteger numbers = new AtomicInteger();
  private final String opening = UUID.randomUUID().toString();

  Shop(Stage stage) {
    this.api = new Api(stage, "demo-shop");
  }

  /** A customer with enough for so many units. */
  void customer(String id, long units) {
    var account = api.post("account", "/accounts", Map.of("customerId", id, "currency", "EUR"));
    if (units > 0) {
      var deposits = "/accounts/" + account.get("accountId").asString() + "/deposits";
      api.post("account", deposits, Map.of("amountMinor", units * PRICE_MINOR));
    }
  }

  /** Units of an SKU come in. */
  void goods(String sku, long units) {
    api.post("inventory", "/stock/" + sku + "/receipts", Map.of("quantity", units));
  }

  /** Places an order of one line. */
  UUID order(String customer, String sku, int units) {
    return UUID.fromString(
        api.post("order", "/orders", body(customer, sku, units)).get("orderId").asString());
  }

  /** Places orders of one unit side by side, each again under its number until it is accepted. */
  void placeAll(int count, String customer, String sku) {
    var clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      var orders =
          Stream.generate(() -> body(customer, sku, 1))
              .limit(count)
              .map(body -> CompletableFuture.runAsync(() -> placeForSure(body), clients))
              .toList();
      orders.forEach(CompletableFuture::join);
    } catch (CompletionException e) {
      throw new SceneFailedException(e.getCause().getMessage());
    } finally {
      clients.shutdownNow();
    }
  }

  private void placeForSure(Map<String, ?> body) {
    waitFor(
        body.get("merchantOrderNo") + " to be accepted",
        () -> {
          try {
            return api.post("order", "/orders", body).has("orderId");
          } catch (SceneFailedException e) {
            return false;
          }
        });
  }

  void cancel(UUID order) {
    api.post("order", "/orders/" + order + "/cancellation", Map.of());
  }

  JsonNode show(UUID order) {
    return api.get("order", "/orders/" + order);
  }

  JsonNode stock(String sku) {
    return api.get("inventory", "/stock/" + sku);
  }

  /** Waits until an order has ended, and wants it to have ended so. */
  void expect(UUID order, String status) {
    waitFor("order " + order + " to end", () -> TERMINAL.contains(status(order)));
    require(status(order).equals(status), "order %s is %s, not %s", order, status(order), status);
  }

  /** Waits until the customer was told how an order ended. */
  void expectTold(UUID order) {
    waitFor(
        "the customer to be told of order " + order,
        () -> {
          var told = api.get("notification", "/notifications?orderId=" + order).get("items");
          return !told.isEmpty() && told.get(0).get("status").asString().equals("SENT");
        });
  }

  /** Holds a service's lane, and returns when it takes nothing any more. */
  void hold(String service, Lane lane) {
    var path = "/ops/lanes/" + lane.label();
    api.post(service, path + "/pause", Map.of());
    waitFor(service + " to hold", () -> api.get(service, path).get("paused").asBoolean());
  }

  void letGo(String service, Lane lane) {
    api.post(service, "/ops/lanes/" + lane.label() + "/resume", Map.of());
  }

  static void waitFor(String what, Callable<Boolean> condition) {
    try {
      await()
          .pollInSameThread()
          .pollInterval(Duration.ofMillis(20))
          .atMost(PATIENCE)
          .until(condition);
    } catch (ConditionTimeoutException e) {
      throw new SceneFailedException("waited %d s for %s".formatted(PATIENCE.toSeconds(), what));
    }
  }

  static void require(boolean holds, String otherwise, Object... arguments) {
    if (!holds) {
      throw new SceneFailedException(otherwise.formatted(arguments));
    }
  }

  private String status(UUID order) {
    return show(order).get("status").asString();
  }

  private Map<String, ?> body(String customer, String sku, int units) {
    return Map.of(
        "merchantOrderNo",
        opening + "/" + numbers.incrementAndGet(),
        "customerId",
        customer,
        "currency",
        "EUR",
        "lines",
        List.of(Map.of("sku", sku, "quantity", units, "unitPriceMinor", PRICE_MINOR)));
  }
}
