package dev.quadrille.handling;

import static dev.quadrille.handling.DeliveredBatch.deliverRecords;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.codec.EventCodec;
import dev.quadrille.codec.EventJson;
import dev.quadrille.contracts.EventHeaders;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.contracts.StockReleased;
import dev.quadrille.contracts.StockSettlement;
import dev.quadrille.testkit.AtOnce;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.HttpCaller.Answer;
import dev.quadrille.testkit.RunningService;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What people see of the parking lot, and what they can do about it. */
class ParkedEventsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00.000001Z");
  private static final String MARKER = "marker@example.com";
  private static final String SAID = "\"by\": \"eve\", \"why\": \"the cause is gone\"";

  private static RunningService service;
  private static TinyApplication tiny;
  private static HttpCaller ops;

  private final UUID order = UUID.randomUUID();
  private final AtomicBoolean broken = new AtomicBoolean(true);

  @BeforeAll
  static void start() {
    // Nothing is attempted again by itself while a test lasts.
    service =
        RunningService.start(TinyApplication.class, "tiny", "quadrille.handling.attempt-delay=1h");
    tiny = service.bean(TinyApplication.class);
    ops = service.calledByOps();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void breakTheOrder() {
    service.database().execute("DELETE FROM parked_events");
    tiny.when(
        order,
        nothing -> {
          if (broken.get()) {
            throw new IllegalStateException(MARKER);
          }
        });
  }

  @Nested
  class Shown {

    @Test
    void byWhatIsLookedFor() {
      deliverRecords(service, List.of(placed(order), unreadable(placed(UUID.randomUUID()))));
      deliverRecords(service, List.of(released(order)));

      assertThat(reasons("")).containsExactly("BROKEN", "POISON", "BROKEN");
      assertThat(reasons("?order=" + order)).containsExactly("BROKEN", "BROKEN");
      assertThat(reasons("?reason=POISON")).containsExactly("POISON");
      assertThat(reasons("?type=OrderPlaced")).containsExactly("BROKEN", "POISON");
      assertThat(reasons("?type=dev.quadrille.contracts.StockReleased")).containsExactly("BROKEN");
      assertThat(reasons("?type=%25")).isEmpty();
      assertThat(reasons("?state=DUE")).containsExactly("BROKEN", "BROKEN");
      assertThat(reasons("?state=WAITING")).containsExactly("POISON");
      assertThat(reasons("?state=SETTLED")).isEmpty();
      assertThat(reasons("?after=" + numbers().get(1))).containsExactly("BROKEN");
      assertThat(ops.get("/ops/parked?reason=BAD").status()).isEqualTo(400);
    }

    @Test // case R6
    void withoutWhatMayBePersonalUnlessAsked() {
      var record = placed(order);
      record.headers().add("customer", MARKER.getBytes(StandardCharsets.UTF_8));
      deliverRecords(service, List.of(record));

      var masked = ops.get(path());
      assertThat(masked.body().toString())
          .doesNotContain(MARKER, base64(record.value()), base64(MARKER.getBytes()));
      assertThat(masked.text("orderId")).isEqualTo(order.toString());
      assertThat(masked.body().at("/event/totalMinor").asLong()).isEqualTo(5);
      assertThat(masked.body().at("/event/customerId").asString()).isEqualTo("***");
      assertThat(masked.body().at("/value/bytes").asInt()).isEqualTo(record.value().length);

      var revealed = ops.get(path() + "?visibility=REVEALED").body();
      assertThat(revealed.at("/event/customerId").asString()).isEqualTo(MARKER);
      assertThat(revealed.at("/event/placedAt").asString()).isEqualTo(NOW.toString());
      assertThat(revealed.at("/value/base64").asString()).isEqualTo(base64(record.value()));
      assertThat(revealed.at("/key").asString()).isEqualTo(base64(record.key()));
      assertThat(revealed.path("headers").valueStream().map(it -> it.path("name").asString()))
          .containsExactly(EventHeaders.ID, EventHeaders.TYPE, "customer");
      assertThat(revealed.at("/headers/2/base64").asString()).isEqualTo(base64(MARKER.getBytes()));
    }

    @Test
    void inAGaugeByLaneAndReason() {
      deliverRecords(service, List.of(placed(order), unreadable(placed(UUID.randomUUID()))));
      service.database().execute("UPDATE parked_events SET parked_at = now() - interval '1 hour'");

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                assertThat(gauge("now", "forward", "POISON")).isEqualTo(1);
                assertThat(gauge("now", "forward", "BROKEN")).isEqualTo(1);
                assertThat(gauge("now", "compensation", "BROKEN")).isZero();
                assertThat(gauge("oldest.age", "forward", "POISON")).isBetween(3_600.0, 3_700.0);
                assertThat(gauge("oldest.age", "forward", "CONTRADICTION")).isZero();
              });
    }
  }

  @Nested
  class Retried {

    @Test
    void hasItsEffectOnceAndIsJournalled() {
      var record = placed(order);
      deliverRecords(service, List.of(record));
      broken.set(false);

      var answer = act("retry");
      assertThat(answer.status()).isEqualTo(200);
      awaitSettlement("HANDLED");
      assertThat(effects()).isOne();
      assertThat(shown().path("attempts").asInt()).isEqualTo(2);
      var journal = shown().path("journal");
      assertThat(journal).hasSize(1);
      assertThat(journal.at("/0/action").asString()).isEqualTo("RETRY");
      assertThat(journal.at("/0/by").asString()).isEqualTo("eve");
      assertThat(journal.at("/0/why").asString()).isEqualTo("the cause is gone");
      assertThat(journal.at("/0/sha256")).isEqualTo(shown().at("/value/sha256"));

      assertThat(act("retry").text("settlement")).isEqualTo("HANDLED");
      assertThat(act("discard").status()).isEqualTo(409);
      deliverRecords(service, List.of(record));
      assertThat(effects()).isOne();
      assertThat(shown().path("journal")).hasSize(1);
    }

    @Test // case K3
    void staysOneBoundedRowHoweverOftenItFails() {
      deliverRecords(service, List.of(placed(order)));
      var detail = shown().path("detail").asString();
      for (var attempt = 2; attempt <= 21; attempt++) {
        var expected = attempt;
        act("retry");
        await().atMost(PATIENCE).until(() -> shown().path("attempts").asInt() == expected);
      }
      assertThat(numbers()).hasSize(1);
      assertThat(shown().path("detail").asString()).isEqualTo(detail).hasSizeLessThan(300);
      assertThat(shown().path("headers")).hasSize(2);
      assertThat(shown().path("reason").asString()).isEqualTo("BROKEN");
      assertThat(shown().path("nextAttemptAt").isNull()).as("waits for a person again").isTrue();
      assertThat(effects()).isZero();

      broken.set(false);
      deliverRecords(service, List.of(released(order)));
      assertThat(effects()).as("other events of its order go on").isOne();
    }

    @Test
    void answersTheSameRequestTheSameAgain() {
      deliverRecords(service, List.of(placed(order)));
      var key = UUID.randomUUID().toString();
      var first = ops.post(path() + "/retry", "{" + SAID + "}", key);
      var again = ops.post(path() + "/retry", "{" + SAID + "}", key);

      assertThat(again.body()).isEqualTo(first.body());
      assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
      assertThat(shown().path("journal")).hasSize(1);
    }

    @Test
    void hasOneEffectHoweverManyAskAtOnce() {
      deliverRecords(service, List.of(placed(order)));
      broken.set(false);
      var path = path();
      var answers = new ConcurrentLinkedQueue<Integer>();
      AtOnce.run(
          Stream.concat(
                  Collections.nCopies(6, "/retry").stream(),
                  Collections.nCopies(2, "/discard").stream())
              .<Runnable>map(
                  what -> () -> answers.add(ops.post(path + what, "{" + SAID + "}").status()))
              .toList());

      await().atMost(PATIENCE).until(() -> !shown().path("settlement").isNull());
      assertThat(answers).hasSize(8).isSubsetOf(200, 409);
      assertThat(effects())
          .isEqualTo(shown().path("settlement").asString().equals("HANDLED") ? 1 : 0);
    }

    @Test
    void isReadAnewWhenItWasPoison() {
      var record = placed(order);
      var good = record.value();
      deliverRecords(service, List.of(unreadable(record)));
      act("retry");
      await().atMost(PATIENCE).until(() -> shown().path("attempts").asInt() == 2);
      assertThat(shown().path("reason").asString()).isEqualTo("POISON");

      broken.set(false);
      // As if what made it unreadable, such as a schema that was missing, were mended.
      service
          .database()
          .execute(
              "UPDATE parked_events SET value = decode('%s', 'base64')".formatted(base64(good)));
      act("retry");
      awaitSettlement("HANDLED");
      assertThat(effects()).isOne();
    }

    @Test
    void ofPoisonFindsThatItWasHandledMeanwhile() {
      var record = placed(order);
      broken.set(false);
      deliverRecords(service, List.of(unreadable(record), record));
      service
          .database()
          .execute(
              "UPDATE parked_events SET value = decode('%s', 'base64')"
                  .formatted(base64(record.value())));
      act("retry");
      awaitSettlement("DUPLICATE");
      assertThat(effects()).isOne();
    }

    @Test
    void ofPoisonThatBreaksTakesTheClaim() {
      var record = placed(order);
      deliverRecords(service, List.of(unreadable(record)));
      edit(value(record.value()));
      await().atMost(PATIENCE).until(() -> shown().path("reason").asString().equals("BROKEN"));
      broken.set(false);
      deliverRecords(service, List.of(record));
      assertThat(effects()).as("the parked one holds the claim").isZero();
      act("retry");
      awaitSettlement("HANDLED");
      assertThat(effects()).isOne();
    }
  }

  @Nested
  class Edited {

    @Test
    void takesEffectAsEditedAndKeepsWhatCame() {
      var record = unreadable(placed(order));
      deliverRecords(service, List.of(record));
      broken.set(false);

      assertThat(edit("\"event\": " + json(7)).status()).isEqualTo(200);
      awaitSettlement("HANDLED");
      assertThat(effects()).isOne();
      var revealed = ops.get(path() + "?visibility=REVEALED").body();
      assertThat(revealed.at("/value/base64").asString()).isEqualTo(base64(record.value()));
      assertThat(revealed.at("/event/totalMinor").asLong()).isEqualTo(7);
      assertThat(revealed.at("/journal/0/action").asString()).isEqualTo("EDIT");
      assertThat(revealed.at("/journal/0/sha256"))
          .isEqualTo(revealed.at("/edited/sha256"))
          .isNotEqualTo(revealed.at("/value/sha256"));

      assertThat(edit("\"event\": " + json(7)).status()).as("the same again").isEqualTo(200);
      assertThat(edit("\"event\": " + json(8)).status()).as("too late").isEqualTo(409);
    }

    @Test
    void leavesTheEventAnEventOnceWhenTheOriginalComesAgain() {
      var record = placed(order);
      deliverRecords(service, List.of(record));
      broken.set(false);
      edit(value(encoded(7)));
      awaitSettlement("HANDLED");
      deliverRecords(service, List.of(again(record)));
      assertThat(effects()).isOne();
      assertThat(numbers()).as("no contradiction").isEmpty();
    }

    @Test
    void isRefusedUnlessItCanBeRead() {
      deliverRecords(service, List.of(placed(order)));
      var other = service.bean(EventCodec.class).encode(event(UUID.randomUUID(), 5));
      for (var edit :
          List.of(
              value(new byte[] {1}),
              value(other),
              "\"event\": {}",
              "\"event\": " + json(-1),
              "\"event\": " + json(7).replace("}", ", \"more\": 1}"))) {
        var answer = edit(edit);
        assertThat(answer.status()).as(edit).isEqualTo(409);
        assertThat(answer.text("type")).isEqualTo("urn:quadrille:problem:unreadable-edit");
        assertThat(answer.text("detail")).doesNotContain(MARKER);
      }
      assertThat(edit("\"event\": null").status()).isEqualTo(400);
      assertThat(edit(value(encoded(7)) + ", \"event\": " + json(7)).status()).isEqualTo(400);
      assertThat(shown().path("journal")).isEmpty();
      assertThat(shown().path("edited").isNull()).isTrue();
    }
  }

  @Nested
  class Discarded {

    @Test
    void neverTakesEffect() {
      var record = placed(order);
      deliverRecords(service, List.of(record));
      broken.set(false);

      assertThat(act("discard").text("settlement")).isEqualTo("DISCARDED");
      deliverRecords(service, List.of(record, again(record)));
      assertThat(effects()).isZero();
      assertThat(numbers()).isEmpty();
      assertThat(act("discard").status()).as("the same again").isEqualTo(200);
      assertThat(act("retry").status()).isEqualTo(409);
      assertThat(edit(value(encoded(7))).status()).isEqualTo(409);
      assertThat(shown().path("journal")).hasSize(1);
    }

    @Test
    void neverTakesEffectAlsoWhenItCouldNotBeRead() {
      var record = placed(order);
      deliverRecords(service, List.of(unreadable(record)));
      broken.set(false);
      act("discard");
      deliverRecords(service, List.of(record));
      assertThat(effects()).isZero();
    }
  }

  @Test
  void isForgottenLongAfterItWasSettled() {
    var records = List.of(placed(order), placed(order), placed(order));
    deliverRecords(service, records);
    var all = numbers();
    broken.set(false);
    for (var settled : all.subList(0, 2)) {
      ops.post("/ops/parked/" + settled + "/discard", "{" + SAID + "}");
    }
    grow(90, all.get(0));
    grow(89, all.get(1));
    service.bean(ParkedPurge.class).round();
    assertThat(service.database().ask("SELECT array_agg(id ORDER BY id) FROM parked_events"))
        .isEqualTo("{%d,%d}".formatted(all.get(1), all.get(2)));
  }

  private static void grow(int daysOld, long number) {
    service
        .database()
        .execute(
            "UPDATE parked_events SET settled_at = now() - interval '%d days' WHERE id = %d"
                .formatted(daysOld, number));
  }

  @Test
  void saysWhatIsWrongWithARequest() {
    deliverRecords(service, List.of(placed(order)));
    assertThat(ops.get("/ops/parked/0").status()).isEqualTo(404);
    assertThat(ops.post("/ops/parked/0/retry", "{" + SAID + "}").status()).isEqualTo(404);
    for (var body : List.of("{}", "{\"by\": \"eve\"}", "{\"by\": \" \", \"why\": \"w\"}")) {
      assertThat(ops.post(path() + "/retry", body).status()).as(body).isEqualTo(400);
      assertThat(ops.post(path() + "/discard", body).status()).as(body).isEqualTo(400);
    }
    assertThat(service.calledBy("shop-1").get("/ops/parked").status()).isEqualTo(403);
  }

  private static Answer act(String what) {
    return ops.post(path() + "/" + what, "{" + SAID + "}");
  }

  private static Answer edit(String content) {
    return ops.post(path() + "/edit-and-retry", "{" + SAID + ", " + content + "}");
  }

  private static String value(byte[] value) {
    return "\"value\": \"" + base64(value) + "\"";
  }

  /** The parked event that came first. */
  private static String path() {
    return "/ops/parked/" + service.database().ask("SELECT min(id) FROM parked_events");
  }

  private static JsonNode shown() {
    return ops.get(path()).body();
  }

  private static void awaitSettlement(String settlement) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(shown().path("settlement").asString("")).isEqualTo(settlement));
  }

  private static List<Long> numbers() {
    return items("").map(item -> item.path("id").asLong()).toList();
  }

  private static List<String> reasons(String query) {
    return items(query).map(item -> item.path("reason").asString()).toList();
  }

  private static Stream<JsonNode> items(String query) {
    return ops.get("/ops/parked" + query).body().path("items").valueStream();
  }

  private int effects() {
    return Integer.parseInt(
        service
            .database()
            .ask(
                "SELECT coalesce(max(times), 0) FROM effect WHERE order_id = '%s'"
                    .formatted(order)));
  }

  private static double gauge(String name, String lane, String reason) {
    return service
        .bean(MeterRegistry.class)
        .get("quadrille.handling.parked." + name)
        .tags("lane", lane, "reason", reason)
        .gauge()
        .value();
  }

  private byte[] encoded(long price) {
    return service.bean(EventCodec.class).encode(event(order, price));
  }

  private String json(long price) {
    return JsonMapper.shared().writeValueAsString(EventJson.show(event(order, price)));
  }

  private static ConsumerRecord<byte[], byte[]> placed(UUID order) {
    var event = event(order, 5);
    return DeliveredBatch.record(event, service.bean(EventCodec.class).encode(event));
  }

  private static ConsumerRecord<byte[], byte[]> released(UUID order) {
    var event = new StockReleased(order, StockSettlement.RELEASED, NOW);
    return DeliveredBatch.record(event, service.bean(EventCodec.class).encode(event));
  }

  private static OrderPlaced event(UUID order, long price) {
    var line = new OrderLine("tea", 1, price);
    return new OrderPlaced(order, "m", "n", MARKER, "EUR", price, List.of(line), NOW, NOW);
  }

  /** The same event at another offset, as a producer or a replay sends it again. */
  private static ConsumerRecord<byte[], byte[]> again(ConsumerRecord<byte[], byte[]> record) {
    return copy(
        record,
        record.value(),
        DeliveredBatch.record(event(UUID.randomUUID(), 5), new byte[0]).offset());
  }

  private static ConsumerRecord<byte[], byte[]> unreadable(ConsumerRecord<byte[], byte[]> record) {
    var value = record.value().clone();
    // Not how anything begins that a registry knows.
    value[0] = 0x7f;
    return copy(record, value, record.offset() + 500_000_000);
  }

  private static ConsumerRecord<byte[], byte[]> copy(
      ConsumerRecord<byte[], byte[]> record, byte[] value, long offset) {
    var copy =
        new ConsumerRecord<>(record.topic(), record.partition(), offset, record.key(), value);
    record.headers().forEach(copy.headers()::add);
    return copy;
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
