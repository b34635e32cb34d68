package dev.quadrille.system;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.cli.demo.Stage;
import dev.quadrille.contracts.Lane;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.HttpCaller.Answer;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A merchant of its own and its back office, over HTTP. Everything in EUR. */
final class Market {
  private static final Duration TOKEN_LASTS = Duration.ofHours(1);

  private final String merchant = "market-" + UUID.randomUUID();
  private final AtomicInteger numbers = new AtomicInteger();
  private final HttpCaller orders;
  private final HttpCaller inventory;
  private final HttpCaller accounts;
  private final HttpCaller notifications;
  private final List<String> refused = new CopyOnWriteArrayList<>();
  private final Stage stage;

  Market(Stage stage) {
    this.stage = stage;
    this.orders = caller("order");
    this.inventory = caller("inventory");
    this.accounts = caller("account");
    this.notifications = caller("notification");
  }

  /** A new customer with some money; the answer is the account's path. */
  String customer(String id, long amountMinor) {
    var body = "{\"customerId\":\"%s\",\"currency\":\"EUR\"}".formatted(id);
    var account = succeeded(accounts.post("/accounts", body)).header("Location");
    succeeded(accounts.post(account + "/deposits", "{\"amountMinor\":" + amountMinor + "}"));
    return account;
  }

  void freeze(String account) {
    succeeded(accounts.post(account + "/freeze", ""));
  }

  void unfreeze(String account) {
    succeeded(accounts.post(account + "/unfreeze", ""));
  }

  void goods(String sku, long units) {
    succeeded(inventory.post("/stock/" + sku + "/receipts", "{\"quantity\":" + units + "}"));
  }

  /** Places an order of one unit each. */
  UUID order(String customer, long unitPriceMinor, String... skus) {
    var body = body(customer, unitPriceMinor, skus);
    return UUID.fromString(succeeded(orders.post("/orders", body)).text("orderId"));
  }

  private String body(String customer, long unitPriceMinor, String... skus) {
    var lines =
        Stream.of(skus)
            .map(
                sku ->
                    "{\"sku\":\"%s\",\"quantity\":1,\"unitPriceMinor\":%d}"
                        .formatted(sku, unitPriceMinor))
            .collect(joining(","));
    return "{\"merchantOrderNo\":\"%d\",\"customerId\":\"%s\",\"currency\":\"EUR\",\"lines\":[%s]}"
        .formatted(numbers.incrementAndGet(), customer, lines);
  }

  /** As {@link #order}, whatever happens meanwhile. */
  UUID insistOnOrder(String customer, long unitPriceMinor, String... skus) {
    var answer = insist(orders, "/orders", body(customer, unitPriceMinor, skus));
    return UUID.fromString(succeeded(answer).text("orderId"));
  }

  /** As {@link #cancel} and {@link #refund}, whatever happens meanwhile. */
  Answer insistOn(String what, UUID order) {
    return insist(orders, "/orders/" + order + "/" + what, "");
  }

  /** As {@link #goods}, whatever happens meanwhile. */
  void insistOnGoods(String sku, long units) {
    succeeded(insist(inventory, "/stock/" + sku + "/receipts", "{\"quantity\":" + units + "}"));
  }

  /** Puts money into an account, whatever happens meanwhile. */
  void insistOnDeposit(String account, long amountMinor) {
    succeeded(insist(accounts, account + "/deposits", "{\"amountMinor\":" + amountMinor + "}"));
  }

  /** Looks what the customer was told of an order, whatever happens meanwhile. */
  void insistOnNews(UUID order) {
    var path = "/notifications?orderId=" + order;
    succeeded(insist(path, () -> notifications.get(path)));
  }

  /** What had to be asked for again, and why. */
  List<String> refused() {
    return List.copyOf(refused);
  }

  /** What a client does that reads "Retrying safely". */
  private Answer insist(HttpCaller service, String path, String body) {
    var key = UUID.randomUUID().toString();
    return insist(path, () -> service.post(path, body, key));
  }

  private Answer insist(String path, Supplier<Answer> request) {
    return await()
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(500))
        .atMost(Duration.ofMinutes(4))
        .ignoreException(UncheckedIOException.class)
        .until(() -> attempt(path, request), Market::isFinal);
  }

  private Answer attempt(String path, Supplier<Answer> request) {
    try {
      var answer = request.get();
      if (!isFinal(answer)) {
        refused.add("%s: %d %s".formatted(path, answer.status(), answer.body()));
      }
      return answer;
    } catch (UncheckedIOException e) {
      refused.add("%s: %s".formatted(path, e.getMessage()));
      throw e;
    }
  }

  private static boolean isFinal(Answer answer) {
    return answer.status() < 429 && !answer.text("type").endsWith("idempotency-key-in-flight");
  }

  Answer cancel(UUID order) {
    return orders.post("/orders/" + order + "/cancellation", "");
  }

  Answer refund(UUID order) {
    return orders.post("/orders/" + order + "/refund", "");
  }

  String status(UUID order) {
    return orders.get("/orders/" + order).text("status");
  }

  /** The states of all orders of this merchant, by their numbers. */
  Map<UUID, Integer> states() {
    var states = new HashMap<UUID, Integer>();
    stage
        .database("order")
        .sql("SELECT id, state FROM orders WHERE merchant_id = ?")
        .param(merchant)
        .query(
            row -> {
              states.put(row.getObject("id", UUID.class), row.getInt("state"));
            });
    return states;
  }

  /** The cases that wait for a person, the first of them. */
  List<UUID> openCases() {
    return accounts
        .get("/ops/cases")
        .body()
        .path("items")
        .valueStream()
        .map(item -> UUID.fromString(item.path("orderId").asString()))
        .toList();
  }

  Answer resolve(UUID order, String resolution) {
    return accounts.post(
        "/ops/cases/" + order + "/resolve",
        "{\"resolution\":\"%s\",\"by\":\"eve\",\"why\":\"the customer was heard\"}"
            .formatted(resolution));
  }

  long balance(String account) {
    return accounts.get(account).body().path("balanceMinor").asLong();
  }

  void pause(String service, Lane lane) {
    succeeded(caller(service).post("/ops/lanes/" + lane.label() + "/pause", ""));
  }

  boolean paused(String service, Lane lane) {
    return caller(service).get("/ops/lanes/" + lane.label()).body().path("paused").asBoolean();
  }

  void resume(String service, Lane lane) {
    succeeded(caller(service).post("/ops/lanes/" + lane.label() + "/resume", ""));
  }

  /** What a service has still to do, in its words. */
  List<String> left(String service) {
    return caller(service)
        .get("/ops/drained")
        .body()
        .path("left")
        .valueStream()
        .map(JsonNode::asString)
        .toList();
  }

  /** Why a service began to read elsewhere than where Kafka says, in its words. */
  List<String> resumptions(String service) {
    return caller(service)
        .get("/actuator/health")
        .body()
        .at("/components/lanes/details/resumptions")
        .valueStream()
        .map(resumption -> resumption.path("reason").asString())
        .toList();
  }

  /** What a service has parked of an order, as it shows it. */
  List<JsonNode> parked(String service, UUID order) {
    return items(service, "/ops/parked?order=" + order);
  }

  /** What a service says of an order that has waited for too long. */
  List<JsonNode> stuck(String service, UUID order) {
    return items(service, "/ops/stuck").stream()
        .filter(item -> item.path("orderId").asString().equals(order.toString()))
        .toList();
  }

  /** Has all that a service has parked of an order attempted again. */
  void retryParked(String service, UUID order) {
    for (var event : parked(service, order)) {
      succeeded(
          caller(service)
              .post(
                  "/ops/parked/" + event.path("id").asLong() + "/retry",
                  "{\"by\":\"eve\",\"why\":\"the cause is gone\"}"));
    }
  }

  private List<JsonNode> items(String service, String path) {
    return caller(service).get(path).body().path("items").valueStream().toList();
  }

  private HttpCaller caller(String service) {
    var both =
        stage
            .tokens()
            .token(
                TOKEN_LASTS,
                claims ->
                    claims.subject(merchant).claim("merchant_id", merchant).claim("scope", "ops"));
    return new HttpCaller(stage.url(service), both);
  }

  private static Answer succeeded(Answer answer) {
    assertThat(answer.status()).as("%s", answer.body()).isBetween(200, 202);
    return answer;
  }
}
