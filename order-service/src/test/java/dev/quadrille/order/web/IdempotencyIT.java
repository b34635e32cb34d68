package dev.quadrille.order.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.order.OrderApplication;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.HttpCaller.Answer;
import dev.quadrille.testkit.RunningService;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a merchant can rely on who sends a request again. */
class IdempotencyIT {
  private static final String TEA = "{\"sku\":\"tea\",\"quantity\":2,\"unitPriceMinor\":500}";
  private static final String CUP = "{\"sku\":\"cup\",\"quantity\":1,\"unitPriceMinor\":900}";

  private static RunningService service;
  private static HttpCaller shop;

  private String number;
  private String key;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            OrderApplication.class,
            "order",
            "quadrille.order.sweep-pause=1h",
            "quadrille.idempotency.purge-pause=50ms",
            "quadrille.idempotency.purge-batch=2");
    shop = service.calledBy("shop-1");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void takeANewNumberAndKey() {
    number = UUID.randomUUID().toString();
    key = UUID.randomUUID().toString();
  }

  @Nested // case H5
  class Replaying {

    @Test
    void givesTheSameAnswerAgain() {
      var first = place(order(TEA));
      var again = place(order(TEA));

      thenReplayed(again, first);
      assertThat(first.header("Idempotent-Replayed")).isEmpty();
      assertThat(again.header("Location")).isEqualTo("/orders/" + first.text("orderId"));
      assertThat(again.header("Content-Type")).isEqualTo(first.header("Content-Type"));
      assertThat(eventsOf(first)).isEqualTo(1);
    }

    @Test
    void givesTheStoredAnswerThoughTheOrderHasMovedOn() {
      var first = place(order(TEA));
      shop.post(first.header("Location") + "/cancellation", "");

      thenReplayed(place(order(TEA)), first);
      assertThat(shop.get(first.header("Location")).text("status")).isEqualTo("CANCELLING");
    }

    @Test
    void givesARefusalAgain() {
      place(order(TEA));
      var refused = shop.post("/orders", order(CUP), key + "-2");
      assertThat(refused.status()).isEqualTo(409);

      thenReplayed(shop.post("/orders", order(CUP), key + "-2"), refused);
    }

    @Test
    void executesWhatWasInvalidBefore() {
      assertThat(place(order(TEA).replace("EUR", "EURO")).status()).isEqualTo(400);
      assertThat(place(order(TEA)).status()).isEqualTo(202);
    }

    @Test
    void executesWhatFailedBefore() {
      service.database().execute("ALTER TABLE orders RENAME TO mislaid");
      var failed = place(order(TEA));
      service.database().execute("ALTER TABLE mislaid RENAME TO orders");

      assertThat(failed.status()).isEqualTo(503);
      assertThat(place(order(TEA)).status()).isEqualTo(202);
    }

    @Test
    void saysThatItDoesNotKnowWhenTheCommitBreaksOff() {
      service
          .database()
          .execute(
              """
              CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql
                AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
              CREATE CONSTRAINT TRIGGER break_off AFTER INSERT ON orders
                DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION break_off()
              """);
      var unknown = place(order(TEA));
      service.database().execute("DROP FUNCTION break_off CASCADE");

      thenRefused(unknown, 503, "outcome-unknown");
      assertThat(place(order(TEA)).status()).isEqualTo(202);
    }

    @Test
    void answers503WithoutADatabaseAndExecutesWhenItIsBack() {
      var server = service.database().sibling("postgres");
      var name = service.database().name();
      server.execute("ALTER DATABASE \"" + name + "\" ALLOW_CONNECTIONS false");
      server.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + name + "'");
      var down = place(order(TEA));
      server.execute("ALTER DATABASE \"" + name + "\" ALLOW_CONNECTIONS true");

      assertThat(down.status()).isEqualTo(503);
      await().atMost(Duration.ofSeconds(30)).until(() -> place(order(TEA)).status() == 202);
    }

    @Test
    void countsWhatBecameOfRequests() {
      var first = counted("first");
      var replayed = counted("replayed");
      var mismatch = counted("mismatch");
      var invalid = counted("invalid");
      place(order(TEA));
      place(order(TEA));
      place(order(CUP));
      place("{");

      assertThat(counted("first") - first).isEqualTo(1);
      assertThat(counted("replayed") - replayed).isEqualTo(1);
      assertThat(counted("mismatch") - mismatch).isEqualTo(1);
      assertThat(counted("invalid") - invalid).isEqualTo(1);
    }
  }

  @Nested // case H2
  class Recognising {

    @Test
    void takesTheSameContentForTheSameRequestHoweverItIsWritten() {
      var first = place(order(TEA));

      var shuffled =
          "\uFEFF { \"lines\" : [ { \"unitPriceMinor\": 5e2,\n"
              + "\"quantity\": 2.0, \"sku\": \"t\\u0065a\" } ],"
              + " \"currency\": \"EUR\", \"customerId\": \"c\", \"merchantOrderNo\": \"%s\" } "
                  .formatted(number);
      thenReplayed(place(shuffled), first);
    }

    @Test
    void takesOtherContentForAnotherRequest() {
      var first = place(order(TEA, CUP));

      thenMismatch(place(order(CUP, TEA)));
      thenMismatch(place(order(TEA)));
      thenMismatch(place(order(TEA.replace("2", "3"), CUP)));
      thenMismatch(shop.post("/orders?a=b", order(TEA, CUP), key));
      assertThat(eventsOf(first)).isEqualTo(1);
    }

    @Test
    void takesAKeyForTheSameBareAndAsAString() {
      var first = place(order(TEA));
      thenReplayed(shop.post("/orders", order(TEA), "\"" + key + "\""), first);
    }
  }

  @Nested // case H4
  class KeepingApart {

    @Test
    void givesEachMerchantItsOwnOrder() {
      var mine = place(order(TEA));
      var theirs = service.calledBy("shop-2").post("/orders", order(TEA), key);

      assertThat(theirs.status()).isEqualTo(202);
      assertThat(theirs.header("Idempotent-Replayed")).isEmpty();
      assertThat(theirs.text("orderId")).isNotEqualTo(mine.text("orderId"));
    }

    @Test
    void storesNothingForStrangers() {
      place(order(TEA));
      var rows = count("idempotency_key");
      var stranger = service.calledByNobody().post("/orders", order(TEA), key);

      assertThat(stranger.status()).isEqualTo(401);
      assertThat(stranger.header("Idempotent-Replayed")).isEmpty();
      assertThat(service.calledByNobody().post("/orders", order(TEA), key + "-2").status())
          .isEqualTo(401);
      assertThat(count("idempotency_key")).isEqualTo(rows);
    }

    @Test
    void givesEachEndpointItsOwnAnswer() {
      var placed = place(order(TEA));
      var path = placed.header("Location") + "/cancellation";
      var cancelled = shop.post(path, "", key);

      assertThat(cancelled.text("status")).isEqualTo("CANCELLING");
      thenReplayed(shop.post(path, "", key), cancelled);
    }

    @Test
    void keepsNeitherKeysNorRequests() {
      place(order(TEA).replace("\"c\"", "\"marker-customer-" + key + "\""));
      var rows =
          service
              .database()
              .ask("SELECT string_agg(scope::text || fingerprint::text, '') FROM idempotency_key");

      assertThat(rows).isNotEmpty().doesNotContain(hex(key));
    }
  }

  @Nested // case H6
  class Keys {

    @Test
    void areRequired() {
      var answer =
          shop.send(
              "/orders",
              post -> post.header("Content-Type", "application/json").POST(json(order(TEA))));
      thenRefused(answer, 400, "idempotency-key-missing");
      assertThat(answer.header("Link")).contains("</retrying-safely.html>", "describedby");
      assertThat(shop.get(answer.text("documentation")).status()).isEqualTo(200);
    }

    @Test
    void comeOnce() {
      var answer =
          shop.send(
              "/orders",
              post ->
                  post.header("Content-Type", "application/json")
                      .header("Idempotency-Key", key)
                      .header("Idempotency-Key", key)
                      .POST(json(order(TEA))));
      thenRefused(answer, 400, "idempotency-key-invalid");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {"\"\"", "\"a\\\"b\"", "\"k\";p=1", "k;p=1", "\"open", "a b", "a\tb", "a, b"})
    void areRefusedWhereTheyAreNone(String none) {
      thenRefused(shop.post("/orders", order(TEA), none), 400, "idempotency-key-invalid");
    }

    @Test
    void haveUpTo255Characters() {
      var longest = key + "x".repeat(255 - key.length());
      assertThat(shop.post("/orders", order(TEA), longest).status()).isEqualTo(202);
      for (var length : List.of(256, 300)) {
        var longer = longest + "y".repeat(length - 255);
        thenRefused(shop.post("/orders", order(TEA), longer), 400, "idempotency-key-invalid");
      }
    }

    @Test
    void doNothingForGets() {
      var first = place(order(TEA));
      var rows = count("idempotency_key");
      var got =
          shop.send(first.header("Location"), get -> get.header("Idempotency-Key", key).GET());

      assertThat(got.status()).isEqualTo(200);
      assertThat(got.header("Idempotent-Replayed")).isEmpty();
      assertThat(count("idempotency_key")).isEqualTo(rows);
    }
  }

  @Nested // case H7
  class Bodies {

    @Test
    void areTheSameChunkedOrNot() {
      var first = place(order(TEA));
      thenReplayed(send(chunked(order(TEA))), first);
      thenMismatch(send(chunked(order(CUP))));
    }

    @Test
    void mayNotBeCompressed() throws IOException {
      var bomb = new ByteArrayOutputStream();
      try (var gzip = new GZIPOutputStream(bomb)) {
        for (var i = 0; i < 200; i++) {
          gzip.write(new byte[1 << 20]);
        }
      }
      var answer =
          shop.send(
              "/orders",
              post ->
                  post.header("Content-Type", "application/json")
                      .header("Content-Encoding", "gzip")
                      .header("Idempotency-Key", key)
                      .POST(BodyPublishers.ofByteArray(bomb.toByteArray())));
      thenRefused(answer, 415, "unsupported-media-type");
      assertThat(place(order(TEA)).status()).isEqualTo(202);
    }

    @Test
    void areNotTooLongAndLeaveTheKeyFree() {
      var padding = " ".repeat(1 << 20);
      thenRefused(place(order(TEA) + padding), 413, "too-large");
      thenRefused(send(chunked(order(TEA) + padding)), 413, "too-large");
      assertThat(place(order(TEA)).status()).isEqualTo(202);
    }

    @Test
    void areJson() {
      var answer =
          shop.send(
              "/orders",
              post ->
                  post.header("Content-Type", "text/plain")
                      .header("Idempotency-Key", key)
                      .POST(json(order(TEA))));
      thenRefused(answer, 415, "unsupported-media-type");
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "{\"merchantOrderNo\":\"a\\u0000b\"}",
          "{\"a\\u0000b\":1}",
          "{\"a\":1,\"a\":1}",
          "{\"a\":1}{}",
          "{\"a\":1e99999999999}",
          "{\"a\":[}",
          "nil"
        })
    void sayWhatJsonCanSay(String body) {
      var rows = count("outbox");
      thenRefused(place(body), 400, "invalid-request");
      assertThat(count("outbox")).isEqualTo(rows);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e400", "1e999999999", "-1e-999999999"})
    void mayHoldNumbersThatNobodyWritesOut(String quantity) {
      var answer = place(order(TEA.replace("2", quantity)));
      assertThat(answer.status()).isEqualTo(400);
    }

    private Answer send(BodyPublisher body) {
      return shop.send(
          "/orders",
          post ->
              post.header("Content-Type", "application/json")
                  .header("Idempotency-Key", key)
                  .POST(body));
    }

    private static BodyPublisher chunked(String text) {
      return BodyPublishers.ofInputStream(
          () -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Nested // case H1
  class Racing {
    @Test
    void holdsBackTheSameWhileItIsExecuted() throws SQLException {
      try (var other = service.database().hold("orders")) {
        var first = CompletableFuture.supplyAsync(() -> place(order(TEA)));
        await().until(() -> place(order(TEA)).status() == 409);
        var second = place(order(TEA));
        var otherContent = place(order(CUP));
        other.close();
        var placed = first.join();

        thenRefused(second, 409, "idempotency-key-in-flight");
        assertThat(second.header("Retry-After")).isEqualTo("1");
        thenRefused(otherContent, 409, "idempotency-key-in-flight");
        thenReplayed(place(order(TEA)), placed);
        thenMismatch(place(order(CUP)));
        assertThat(eventsOf(placed)).isEqualTo(1);
      }
    }
  }

  @Nested
  class Forgetting {

    @Test
    void forgetsKeysWhoseTimeIsOver() {
      Stream.generate(UUID::randomUUID)
          .limit(5)
          .forEach(
              it -> {
                number = it.toString();
                shop.post("/orders", order(TEA), number);
              });
      service.database().execute("UPDATE idempotency_key SET expires_at = now()");

      await().until(() -> count("idempotency_key") == 0);
      assertThat(service.bean(MeterRegistry.class).counter("quadrille.idempotency.purged").count())
          .isGreaterThanOrEqualTo(5);
    }

    @Test
    void keepsAClaimInFlight() {
      service
          .database()
          .execute(
              """
              INSERT INTO idempotency_key (scope, fingerprint, owner, claimed_at, leased_until, expires_at)
              VALUES ('held', '', gen_random_uuid(), now() - interval '1 day', now() + interval '1 minute', now() + interval '1 day');
              INSERT INTO idempotency_key (scope, fingerprint, status, body, expires_at)
              VALUES ('over', '', 202, '', now())
              """);
      await().until(() -> count("idempotency_key WHERE scope = 'over'") == 0);

      assertThat(count("idempotency_key WHERE scope = 'held'")).isEqualTo(1);
      await()
          .until(
              () ->
                  service
                          .bean(MeterRegistry.class)
                          .get("quadrille.idempotency.oldest.claim.seconds")
                          .gauge()
                          .value()
                      > 80_000);
      service.database().execute("DELETE FROM idempotency_key WHERE scope = 'held'");
    }

    @Test
    void stillUsesANumberOnce() {
      var first = place(order(TEA));
      service.database().execute("UPDATE idempotency_key SET expires_at = now()");
      var again = place(order(TEA));

      assertThat(again.header("Idempotent-Replayed")).isEmpty();
      assertThat(again.text("orderId")).isEqualTo(first.text("orderId"));
      thenRefused(shop.post("/orders", order(CUP), key + "-2"), 409, "order-number-used");
      assertThat(eventsOf(first)).isEqualTo(1);
    }

    @Test
    void usesANumberOnceDuringThePurge() {
      var first = place(order(TEA));
      for (var i = 0; i < 20; i++) {
        service.database().execute("UPDATE idempotency_key SET expires_at = now()");
        var again = place(order(TEA));
        assertThat(again.status()).isEqualTo(202);
        assertThat(again.text("orderId")).isEqualTo(first.text("orderId"));
        assertThat(shop.post("/orders", order(CUP), key + i).status()).isEqualTo(409);
      }
      assertThat(eventsOf(first)).isEqualTo(1);
    }
  }

  private Answer place(String body) {
    return shop.post("/orders", body, key);
  }

  private String order(String... lines) {
    return "{\"merchantOrderNo\":\"%s\",\"customerId\":\"c\",\"currency\":\"EUR\",\"lines\":[%s]}"
        .formatted(number, String.join(",", lines));
  }

  private static BodyPublisher json(String text) {
    return BodyPublishers.ofString(text);
  }

  private static void thenReplayed(Answer again, Answer first) {
    assertThat(again.header("Idempotent-Replayed")).as("%s", again.body()).isEqualTo("true");
    assertThat(again.status()).isEqualTo(first.status());
    assertThat(again.body().toString()).isEqualTo(first.body().toString());
  }

  private static void thenMismatch(Answer answer) {
    thenRefused(answer, 422, "idempotency-key-reused");
  }

  private static void thenRefused(Answer answer, int status, String problem) {
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.text("type")).isEqualTo("urn:quadrille:problem:" + problem);
  }

  private static long eventsOf(Answer placed) {
    return count("outbox WHERE aggregate_id = '" + placed.text("orderId") + "'");
  }

  private static long count(String rows) {
    return Long.parseLong(service.database().ask("SELECT count(*) FROM " + rows));
  }

  private static double counted(String outcome) {
    return service
        .bean(MeterRegistry.class)
        .counter("quadrille.idempotency.requests", "outcome", outcome)
        .count();
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }
}
