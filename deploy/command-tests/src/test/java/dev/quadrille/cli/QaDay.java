package dev.quadrille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.local.Participant;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.platform.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What QA does to a system in a day. {@code -Dquadrille.plan.sagas=N} strikes more sagas by the
 * plan than the few of a quick look.
 */
final class QaDay {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final String HANDLED = "OrderPlaced,StockReserved,AccountDebited,OrderConfirmed";
  private static final int ORDERS = Integer.getInteger("quadrille.plan.sagas", 30);
  // Whoever is struck must be so before the plan is over.
  private static final int SECONDS = Math.max(3, ORDERS / 8);
  private static final int GOODS = 1_000 + 2 * ORDERS;
  private static final int PRICE_MINOR = 100;

  private final Function<Participant, HttpCaller> callers;
  private final Function<String[], CommandRun> quadrille;
  private final String customer = "qa-" + UUID.randomUUID();

  QaDay(Function<Participant, HttpCaller> callers, Function<String[], CommandRun> quadrille) {
    this.callers = callers;
    this.quadrille = quadrille;
    post(Participant.INVENTORY, "/stock/nuts/receipts", "{\"quantity\": %d}".formatted(GOODS));
    var account =
        post(
                Participant.ACCOUNT,
                "/accounts",
                "{\"customerId\": \"%s\", \"currency\": \"EUR\"}".formatted(customer))
            .header("Location");
    post(
        Participant.ACCOUNT,
        account + "/deposits",
        "{\"amountMinor\": %d}".formatted(GOODS * PRICE_MINOR));
  }

  void copiesOfAnOrderDoNothing() {
    var order = placed();
    awaitStatus(order, "CONFIRMED");

    for (var how : List.of("same-id", "new-id")) {
      var report =
          injected("duplicate", "--how", how, "--order", order, "--types", HANDLED, "--times", "3");
      assertThat(count(report, "duplicate " + how)).isEqualTo(12);
      assertThat(became(report, "duplicate " + how))
          .containsOnlyKeys(
              "account: no effect",
              "inventory: no effect",
              "notification: no effect",
              "order: no effect");
    }
  }

  void whatNobodyCanReadIsParkedOnceByEachWhoReadsIt(Path directory) {
    var order = placed();
    awaitStatus(order, "CONFIRMED");
    var unreadable =
        json(
            run(
                "inject",
                "--json",
                "--plan",
                write(
                        directory.resolve("unreadable.yml"),
                        """
                        faults:
                          - {fault: corrupt, how: bytes, order: ORDER}
                          - {fault: corrupt, how: schema-id, order: ORDER, types: [OrderPlaced]}
                          - {fault: corrupt, how: numbers, order: ORDER}
                          - {fault: unknown-type, order: ORDER, types: [OrderPlaced]}
                          - {fault: oversize, order: ORDER, types: [OrderPlaced]}
                        """
                            .replace("ORDER", order))
                    .toString()));

    assertThat(became(unreadable, "corrupt bytes").keySet())
        .contains("inventory: parked as POISON", "order: parked as POISON")
        .allMatch(fate -> fate.endsWith("parked as POISON"));
    assertThat(became(unreadable, "corrupt schema-id"))
        .isEqualTo(Map.of("inventory: parked as UNKNOWN_SCHEMA", 1L));
    assertThat(became(unreadable, "corrupt numbers").keySet())
        .contains("inventory: parked as POISON", "account: parked as POISON");
    // Inventory and notification read the topic; nobody knows for whom it would be.
    assertThat(became(unreadable, "unknown-type"))
        .isEqualTo(Map.of("inventory: parked as POISON", 1L, "notification: parked as POISON", 1L));
    assertThat(became(unreadable, "oversize")).isEqualTo(Map.of("inventory: parked as POISON", 1L));
    assertThat(run("verify", "--settle", "1").exitCode()).isEqualTo(ExitCode.BAD);
    discard(unreadable);
    assertThat(run("verify").exitCode()).isEqualTo(ExitCode.WELL);
  }

  void compensationsThatComeFirstCloseWhatComesLate() {
    var report =
        during(
            () -> {
              await()
                  .atMost(PATIENCE)
                  .until(
                      () ->
                          callers
                              .apply(Participant.ACCOUNT)
                              .get("/ops/lanes/forward")
                              .body()
                              .path("paused")
                              .asBoolean());
              for (var i = 0; i < 3; i++) {
                awaitStatus(placed(), "CANCELLED");
              }
            },
            "early-compensation",
            "--share",
            "1",
            "--seconds",
            "5",
            "--millis",
            "4500");

    assertThat(became(report, "early-compensation"))
        .isEqualTo(Map.of("account: fenced", 3L, "inventory: fenced", 3L, "order: CANCELLED", 3L));
    tellsOfAnOrderThatCannotBeCompensatedEarly();
  }

  private void tellsOfAnOrderThatCannotBeCompensatedEarly() {
    var order = placed();
    awaitStatus(order, "CONFIRMED");
    var late =
        run("inject", "early-compensation", "--order", order, "--seconds", "1", "--millis", "1");
    assertThat(late.exitCode()).isEqualTo(ExitCode.BAD);
    assertThat(late.out()).contains("order: not done: order answered 409");
  }

  void theEventsOfAServiceTellWhatItHolds(Database inventory) {
    for (var service : List.of("order", "inventory", "account", "notification")) {
      var compared = json(run("replay", "--sandbox", service, "--json"));
      assertThat(compared.path("aggregates").asInt()).as(service).isGreaterThan(4);
      assertThat(compared.path("rows")).isEmpty();
      assertThat(compared.path("sums")).isEmpty();
    }

    var order = placed();
    awaitStatus(order, "CONFIRMED");
    var committed = "UPDATE reservation SET state = 3 WHERE order_id = '%s'".formatted(order);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                inventory.ask(
                    "SELECT state FROM reservation WHERE order_id = '%s'".formatted(order)),
            "3"::equals);
    inventory.execute(committed.replace("= 3", "= 1"));
    var differing = run("replay", "--sandbox", "inventory");
    inventory.execute(committed);

    assertThat(differing.exitCode()).isEqualTo(ExitCode.BAD);
    assertThat(differing.out())
        .contains(order + ": its events say COMMITTED, inventory says RESERVED");
    var one = json(run("replay", "--sandbox", "inventory", "--keys", order, "--json"));
    assertThat(one.path("aggregates").asInt()).isEqualTo(1);
    assertThat(one.path("facts").asInt()).isEqualTo(2);
  }

  void whatIsDroppedIsMissedUntilItIsSentAgain() {
    var begin = Instant.now().minusSeconds(60);
    var injecting =
        CompletableFuture.supplyAsync(
            () ->
                run(
                    "inject",
                    "drop",
                    "--share",
                    "1",
                    "--types",
                    "NotificationSent",
                    "--seconds",
                    "4",
                    "--leave",
                    "--settle",
                    "2"));
    await().atMost(PATIENCE).until(this::faultsAreInForce);
    awaitStatus(placed(), "CONFIRMED");

    var dropped = injecting.join();
    assertThat(dropped.exitCode()).as(dropped.out()).isEqualTo(ExitCode.BAD);
    assertThat(dropped.out()).contains("topic: not there", " is in an outbox and on no topic");
    var watched = run("verify", "--watch", "--looks", "1", "--settle", "1", "--json");
    assertThat(watched.exitCode()).isEqualTo(ExitCode.BAD);
    assertThat(watched.out()).contains("\"check\":\"Delivery\"");
    run("relay", "republish", "--from", begin.toString(), "--service", "notification");
    var mended = run("verify", "--watch", "--looks", "2", "--every", "1", "--settle", "5");
    assertThat(mended.exitCode()).as(mended.out()).isEqualTo(ExitCode.WELL);
  }

  void theSamePlanDoesTheSameToTheSameTrafficAndNothingContradicts(Path directory) {
    var plan =
        write(
            directory.resolve("plan.yml"),
            """
            seed: 7
            seconds: %d
            faults:
              - {fault: drop, share: 0.1, types: [StockReserved]}
              - {fault: delay, share: 0.1, millis: 1500}
              - {fault: double-relay, share: 0.2}
              - {fault: reorder, share: 0.2, millis: 1500}
              - {fault: duplicate, how: new-id, share: 0.1}
              - {fault: corrupt, how: numbers, share: 0.1, types: [OrderPlaced, StockReserved]}
            """
                .formatted(SECONDS));

    var first = underPlan(plan);
    var second = underPlan(plan);

    assertThat(count(first, "drop")).isPositive();
    assertThat(count(first, "delay")).isPositive();
    assertThat(count(first, "double-relay")).isPositive();
    assertThat(count(first, "reorder")).isPositive();
    assertThat(second.path("faults")).isEqualTo(first.path("faults"));
    assertThat(became(first, "drop")).containsOnlyKeys("topic: once");
    assertThat(run("verify").exitCode()).isEqualTo(ExitCode.WELL);
  }

  private JsonNode underPlan(Path plan) {
    var report =
        during(
            () -> {
              await().atMost(PATIENCE).until(this::faultsAreInForce);
              for (var i = 0; i < ORDERS; i++) {
                placed();
              }
            },
            "--plan",
            plan.toString());
    discard(report);
    return report;
  }

  private JsonNode during(Runnable business, String... arguments) {
    var all = new ArrayList<>(List.of("inject", "--json", "--settle", "120"));
    all.addAll(List.of(arguments));
    var injecting = CompletableFuture.supplyAsync(() -> run(all.toArray(String[]::new)));
    business.run();
    return json(injecting.join());
  }

  private boolean faultsAreInForce() {
    return callers
        .apply(Participant.NOTIFICATION)
        .get("/ops/faults")
        .body()
        .path("inForce")
        .asBoolean();
  }

  private void discard(JsonNode report) {
    var arguments = new ArrayList<>(List.of("parked", "discard", "--json"));
    report.path("parked").forEach(number -> arguments.add(number.asString()));
    arguments.addAll(List.of("--by", "qa", "--why", "injected"));
    assertThat(json(run(arguments.toArray(String[]::new))))
        .isNotEmpty()
        .allSatisfy(
            event -> assertThat(event.path("settlement").asString()).isEqualTo("DISCARDED"));
  }

  private JsonNode injected(String... arguments) {
    var all = new ArrayList<>(List.of("inject", "--json"));
    all.addAll(List.of(arguments));
    return json(run(all.toArray(String[]::new)));
  }

  private static long count(JsonNode report, String fault) {
    return fault(report, fault).path("struck").valueStream().mapToLong(JsonNode::asLong).sum();
  }

  private static Map<String, Long> became(JsonNode report, String fault) {
    var became = new TreeMap<String, Long>();
    fault(report, fault)
        .path("became")
        .properties()
        .forEach(fate -> became.put(fate.getKey(), fate.getValue().asLong()));
    return became;
  }

  private static JsonNode fault(JsonNode report, String name) {
    return report
        .path("faults")
        .valueStream()
        .filter(fault -> fault.path("fault").asString().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(report.toPrettyString()));
  }

  private String placed() {
    var order =
        post(
            Participant.ORDER,
            "/orders",
            """
            {"merchantOrderNo": "%s", "customerId": "%s", "currency": "EUR",
             "lines": [{"sku": "nuts", "quantity": 1, "unitPriceMinor": %d}]}
            """
                .formatted(UUID.randomUUID(), customer, PRICE_MINOR));
    return order.text("orderId");
  }

  private void awaitStatus(String order, String status) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(callers.apply(Participant.ORDER).get("/orders/" + order).text("status"))
                    .isEqualTo(status));
  }

  private HttpCaller.Answer post(Participant service, String path, String body) {
    var answer = callers.apply(service).post(path, body);
    assertThat(answer.status()).as("%s: %s", path, answer.body()).isBetween(200, 202);
    return answer;
  }

  private CommandRun run(String... arguments) {
    return quadrille.apply(arguments);
  }

  private static JsonNode json(CommandRun ran) {
    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isEqualTo(ExitCode.WELL);
    return JsonMapper.shared().readTree(ran.out());
  }

  private static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
