package dev.quadrille.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.AccountDebited;
import dev.quadrille.contracts.MoneySettlement;
import dev.quadrille.contracts.PaymentReversed;
import dev.quadrille.contracts.StockReleased;
import dev.quadrille.contracts.StockSettlement;
import dev.quadrille.handling.DeliveredBatch;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.RunningService;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What an order waits for is visible once it has waited for too long. */
class StuckOrdersIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final String STOCK = "inventory: StockReleased";
  private static final String MONEY = "account: PaymentReversed";

  private static RunningService service;
  private static HttpCaller shop;
  private static HttpCaller ops;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            OrderApplication.class,
            "order",
            "quadrille.order.sweep-pause=1h",
            "quadrille.ops.stuck-look=100ms");
    shop = service.calledBy("shop-1");
    ops = service.calledByOps();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void forgetOtherOrders() {
    service.database().execute("TRUNCATE orders");
    service.database().execute("DELETE FROM parked_events");
  }

  @Test
  void leavesAloneWhatIsOnItsWay() {
    place();
    assertThat(stuck()).isEmpty();
  }

  @Test
  void namesWhoMayOweAnUndecidedOrderItsAnswer() {
    var order = place();
    wait(order, "3 minutes");

    var found = stuck();
    assertThat(found).hasSize(1);
    assertThat(found.get(0).propertyNames())
        .containsExactly(
            "aggregateId", "orderId", "machine", "state", "since", "ageSeconds", "owed");
    assertThat(found.get(0).path("aggregateId").asString()).isEqualTo(order.toString());
    assertThat(found.get(0).path("machine").asString()).isEqualTo("order");
    assertThat(found.get(0).path("state").asString()).isEqualTo("PLACED");
    assertThat(found.get(0).path("ageSeconds").asLong()).isBetween(180L, 240L);
    assertThat(owed())
        .containsExactly(
            "inventory: StockReserved or StockRejected",
            "account: AccountDebited or DebitRejected, once stock is reserved");
  }

  @Test
  void countsFromTheLastStateNotFromTheBeginning() {
    var order = place();
    wait(order, "3 minutes");
    shop.post("/orders/" + order + "/cancellation", "");
    assertThat(stuck()).isEmpty();
  }

  @Test
  void owesWhatHasNotAnsweredYet() {
    var order = place();
    shop.post("/orders/" + order + "/cancellation", "");
    wait(order, "3 minutes");
    assertThat(owed()).containsExactly(STOCK, MONEY);

    deliver(released(order));
    assertThat(owed()).as("an answer does not make it younger").containsExactly(MONEY);

    deliver(reversed(order));
    assertThat(stuck()).isEmpty();
  }

  @Test
  void showsWhatMadeTheSameMoveTwice() {
    var order = place();
    for (var event : List.of(new UUID(0, 1), new UUID(0, 2))) {
      service
          .database()
          .execute(
              "INSERT INTO state_journal (aggregate_id, event_id, move, to_state)"
                  + " VALUES ('%s', '%s', 'PLACE', 1)".formatted(order, event));
    }
    wait(order, "3 minutes");
    assertThat(stuck()).hasSize(1);
  }

  @Test
  void owesARefundWhatACancellationIsOwed() {
    var order = place();
    deliver(new AccountDebited(order, new UUID(0, 1), "EUR", 500L, NOW));
    wait(order, "1 day");
    assertThat(stuck()).as("confirmed for good").isEmpty();

    shop.post("/orders/" + order + "/refund", "");
    wait(order, "3 minutes");
    deliver(reversed(order));
    assertThat(owed()).containsExactly(STOCK);
  }

  @Test
  void pagesFromTheOldestOn() {
    var orders = IntStream.range(0, 101).mapToObj(i -> place()).toList();
    IntStream.range(0, 101).forEach(i -> wait(orders.get(i), (200 - i) + " minutes"));

    var seen = new ArrayList<String>();
    var page = ops.get("/ops/stuck");
    page.body().path("items").forEach(item -> seen.add(item.path("aggregateId").asString()));
    assertThat(seen).hasSize(100);
    page = ops.get("/ops/stuck?after=" + page.text("next"));
    page.body().path("items").forEach(item -> seen.add(item.path("aggregateId").asString()));
    assertThat(seen).containsExactlyElementsOf(orders.stream().map(UUID::toString).toList());
    assertThat(page.body().path("next").isNull()).isTrue();
  }

  @Test
  void showsAlsoAnswersAboutOrdersThatNobodyKnows() {
    wait(place(), "4 minutes");
    var unknown = UUID.randomUUID();
    deliver(released(unknown));
    assertThat(stuck()).as("it may still come").hasSize(1);

    early("3 minutes");
    var found = stuck().get(1);
    assertThat(found.path("machine").asString()).isEqualTo("event");
    assertThat(found.path("state").asString()).isEqualTo("TOO_EARLY");
    assertThat(found.path("orderId").asString()).isEqualTo(unknown.toString());
    assertThat(found.path("ageSeconds").asLong()).isBetween(180L, 240L);
    assertThat(found.at("/owed/0/what").asString()).startsWith("what StockReleased, parked as ");
    await().atMost(Duration.ofSeconds(10)).until(() -> gauge("event", "TOO_EARLY") == 1);
  }

  @Test
  void pagesThroughOrdersAndEventsAlike() {
    IntStream.range(0, 70).forEach(i -> wait(place(), (200 - 2 * i) + " minutes"));
    deliver(Stream.generate(() -> released(UUID.randomUUID())).limit(70).toList());
    early("100 minutes");

    var first = ops.get("/ops/stuck");
    var second = ops.get("/ops/stuck?after=" + first.text("next"));
    var seen =
        Stream.of(first, second)
            .flatMap(page -> page.body().path("items").valueStream())
            .map(item -> item.path("aggregateId").asString())
            .toList();
    assertThat(seen).hasSize(140).doesNotHaveDuplicates();
    assertThat(second.body().path("next").isNull()).isTrue();
  }

  @Test
  void refusesACursorThatItDidNotGive() {
    for (var cursor : List.of("x", "_", "2026-01-01T00:00:00Z", NOW + "_1")) {
      assertThat(ops.get("/ops/stuck?after=" + cursor).status()).as(cursor).isEqualTo(400);
    }
  }

  @Test
  void countsThemByState() {
    wait(place(), "3 minutes");
    wait(place(), "3 minutes");
    await().atMost(Duration.ofSeconds(10)).until(() -> gauge("PLACED") == 2);
    assertThat(gauge("CANCELLING")).isZero();
  }

  private static double gauge(String state) {
    return gauge("order", state);
  }

  private static double gauge(String machine, String state) {
    return service
        .bean(MeterRegistry.class)
        .get("quadrille.ops.stuck")
        .tags("machine", machine, "state", state)
        .gauge()
        .value();
  }

  private static UUID place() {
    var placed =
        shop.post(
            "/orders",
            """
            {"merchantOrderNo": "%s", "customerId": "c", "currency": "EUR",
             "lines": [{"sku": "tea", "quantity": 1, "unitPriceMinor": 500}]}
            """
                .formatted(UUID.randomUUID()));
    return UUID.fromString(placed.text("orderId"));
  }

  /** Nobody waits in a test: the order came to its state earlier. */
  private static void wait(UUID order, String interval) {
    service
        .database()
        .execute(
            "UPDATE orders SET state_since = now() - interval '%s' WHERE id = '%s'"
                .formatted(interval, order));
  }

  /** Nobody waits in a test: what came too early came earlier. */
  private static void early(String interval) {
    service
        .database()
        .execute("UPDATE parked_events SET parked_at = now() - interval '%s'".formatted(interval));
  }

  private static void deliver(SpecificRecord event) {
    deliver(List.of(event));
  }

  private static void deliver(List<? extends SpecificRecord> events) {
    DeliveredBatch.deliver(service, events);
  }

  private static StockReleased released(UUID order) {
    return new StockReleased(order, StockSettlement.NOTHING_HELD, NOW);
  }

  private static PaymentReversed reversed(UUID order) {
    return new PaymentReversed(order, MoneySettlement.NOTHING_HELD, 0L, null, NOW);
  }

  private static List<String> owed() {
    return stuck().stream()
        .flatMap(item -> StreamSupport.stream(item.path("owed").spliterator(), false))
        .map(debt -> debt.path("by").asString() + ": " + debt.path("what").asString())
        .toList();
  }

  private static List<JsonNode> stuck() {
    return StreamSupport.stream(ops.get("/ops/stuck").body().path("items").spliterator(), false)
        .toList();
  }
}
