package dev.quadrille.order.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.AccountDebited;
import dev.quadrille.handling.DeliveredBatch;
import dev.quadrille.order.OrderApplication;
import dev.quadrille.testkit.ApiDescriptionContract;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.HttpCaller.Answer;
import dev.quadrille.testkit.RunningService;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class OrderHttpIT {
  private static final String TWO_TEAS = line("\"tea\"", "2", "500");

  private static RunningService service;
  private static HttpCaller shop;
  private static JsonNode described;

  private String number;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(OrderApplication.class, "order", "quadrille.order.sweep-pause=1h");
    shop = service.calledBy("shop-1");
    described = service.calledByNobody().get("/v3/api-docs").body().at("/components/examples");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void takeANewNumber() {
    number = UUID.randomUUID().toString();
  }

  @Nested
  class Description extends ApiDescriptionContract {

    @Override
    protected RunningService service() {
      return service;
    }
  }

  @Nested
  class Placing {

    @Test
    void acceptsAnOrderAndTellsTheOthers() {
      var placed = shop.post("/orders", order(number, TWO_TEAS));

      assertThat(placed.status()).isEqualTo(202);
      assertThat(placed.header("Location")).isEqualTo("/orders/" + placed.text("orderId"));
      assertThat(placed.text("status")).isEqualTo("PLACED");
      assertThat(placed.body().get("totalMinor").asLong()).isEqualTo(1000);
      assertThat(eventsOf(placed)).isEqualTo("OrderPlaced");
    }

    @Test
    void showsTheOrderWithItsJournal() {
      var placed = shop.post("/orders", order(number, TWO_TEAS));
      var shown = shop.get(placed.header("Location"));

      assertThat(shown.status()).isEqualTo(200);
      assertThat(shown.body().propertyNames())
          .containsExactly(
              "orderId",
              "merchantOrderNo",
              "customerId",
              "currency",
              "totalMinor",
              "status",
              "reason",
              "lines",
              "journal");
      assertThat(shown.text("merchantOrderNo")).isEqualTo(number);
      assertThat(shown.body().get("lines").toString())
          .isEqualTo("[{\"sku\":\"tea\",\"quantity\":2,\"unitPriceMinor\":500}]");
      assertThat(moves(shown)).containsExactly("CREATE null PLACED");
    }

    @Test
    void findsTheOrderByTheMerchantsNumber() {
      var placed = shop.post("/orders", order(number, TWO_TEAS));
      var found = shop.get("/orders?merchantOrderNo=" + number);

      assertThat(found.status()).isEqualTo(200);
      assertThat(found.body().get("items"))
          .extracting(item -> item.get("orderId").asString())
          .containsExactly(placed.text("orderId"));
      assertThat(found.body().get("next").isNull()).isTrue();
    }

    @Test
    void givesTheSameOrderForTheSameNumberAndTerms() {
      var first = shop.post("/orders", order(number, TWO_TEAS));
      var again = shop.post("/orders", order(number, line("\"tea\"", "2.0", "5e2")));

      assertThat(again.status()).isEqualTo(202);
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(again.header("Location")).isEqualTo(first.header("Location"));
      assertThat(eventsOf(first)).isEqualTo("OrderPlaced");
    }

    @Test
    void givesTheSameOrderToTwoWhoUseANumberAtOnce() throws SQLException {
      var answers = atOnce(TWO_TEAS, TWO_TEAS);

      assertThat(answers).extracting(Answer::status).containsExactly(202, 202);
      assertThat(answers.get(0).body()).isEqualTo(answers.get(1).body());
      assertThat(eventsOf(answers.get(0))).isEqualTo("OrderPlaced");
    }

    @Test
    void refusesOneOfTwoWhoUseANumberForOtherTermsAtOnce() throws SQLException {
      var answers = atOnce(TWO_TEAS, line("\"tea\"", "3", "500"));

      assertThat(answers).extracting(Answer::status).containsExactlyInAnyOrder(202, 409);
    }

    private List<Answer> atOnce(String... lines) throws SQLException {
      try (var hold = service.database().hold("orders")) {
        var requests =
            Stream.of(lines)
                .map(
                    it ->
                        CompletableFuture.supplyAsync(
                            () -> shop.post("/orders", order(number, it))))
                .toList();
        await().until(() -> service.database().waiting() == lines.length);
        hold.close();
        return requests.stream().map(CompletableFuture::join).toList();
      }
    }

    @Test
    void refusesOtherTermsUnderAUsedNumber() {
      var first = shop.post("/orders", order(number, TWO_TEAS));
      var other = shop.post("/orders", order(number, line("\"tea\"", "3", "500")));

      thenRefused(other, 409, "order-number-used");
      assertThat(eventsOf(first)).isEqualTo("OrderPlaced");
    }

    @Test
    void acceptsOneOrderHoweverManyAskAtOnce() {
      var threads = Executors.newFixedThreadPool(20);
      var answers =
          IntStream.range(0, 40)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> shop.post("/orders", order(number, TWO_TEAS)), threads))
              .toList()
              .stream()
              .map(CompletableFuture::join)
              .toList();
      threads.shutdown();

      assertThat(answers).extracting(Answer::status).containsOnly(202);
      assertThat(answers).extracting(Answer::body).containsOnly(answers.get(0).body());
      assertThat(eventsOf(answers.get(0))).isEqualTo("OrderPlaced");
    }

    @Test
    void keepsTheMerchantsApart() {
      var other = service.calledBy("shop-2");
      var placed = shop.post("/orders", order(number, TWO_TEAS));
      var path = placed.header("Location");

      thenRefused(other.get(path), 404, "unknown-order");
      thenRefused(other.post(path + "/cancellation", ""), 404, "unknown-order");
      thenRefused(other.post(path + "/refund", ""), 404, "unknown-order");
      assertThat(other.get("/orders?merchantOrderNo=" + number).body().get("items")).isEmpty();
      assertThat(other.post("/orders", order(number, TWO_TEAS)).text("orderId"))
          .isNotEqualTo(placed.text("orderId"));
    }
  }

  // case S7
  @Nested
  class BadOrders {

    @ParameterizedTest
    @ValueSource(
        strings = {
          "0",
          "-1",
          "1.5",
          "\"1\"",
          "2147483648",
          "9223372036854775808",
          "null",
          "true",
          "1e999"
        })
    void refusesAQuantityThatIsNone(String quantity) {
      thenInvalid(order(number, line("\"tea\"", quantity, "500")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "0.5", "\"5\"", "9223372036854775808", "null"})
    void refusesAPriceThatIsNone(String price) {
      thenInvalid(order(number, line("\"tea\"", "2", price)));
    }

    @Test
    void refusesAPositiveLineBesideANegativeOne() {
      thenInvalid(order(number, TWO_TEAS + "," + line("\"cup\"", "-1", "500")));
    }

    @Test
    void refusesATotalThatCannotBeCounted() {
      thenInvalid(order(number, line("\"tea\"", "2", "9223372036854775807")));
      var half = line("\"tea\"", "1", "4611686018427387904");
      thenInvalid(order(number, half + "," + half));
    }

    @Test
    void acceptsTheLargestTotal() {
      var largest = shop.post("/orders", order(number, line("\"tea\"", "1", "" + Long.MAX_VALUE)));
      assertThat(largest.status()).isEqualTo(202);
      assertThat(largest.body().get("totalMinor").asLong()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "null", "\"a\\u0000b\"", "\"\\ud800\"", "7", "{}"})
    void refusesATextThatIsNone(String text) {
      thenInvalid(order(number, line(text, "2", "500")));
      thenInvalid(order(text, "\"c\"", "\"EUR\"", TWO_TEAS));
      thenInvalid(order("\"" + number + "\"", text, "\"EUR\"", TWO_TEAS));
    }

    @Test
    void takesTextsOfUpTo255Characters() {
      var astral = "\uD83C\uDF75".repeat(255);
      var taken = shop.post("/orders", order(number, line("\"" + astral + "\"", "2", "500")));
      assertThat(taken.status()).isEqualTo(202);
      assertThat(taken.body().get("lines").get(0).get("sku").asString()).isEqualTo(astral);

      thenInvalid(order(number + "x", line("\"" + astral + "x\"", "2", "500")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"EU\"", "\"eur\"", "\"ABC\"", "\"XXX\"", "\"XAU\"", "\"\"", "null"})
    void refusesACurrencyThatIsNone(String currency) {
      thenInvalid(order("\"" + number + "\"", "\"c\"", currency, TWO_TEAS));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          "[]",
          "null",
          "{",
          "{\"merchantOrderNo\":\"n\"}",
          "{\"merchantOrderNo\":\"n\",\"customerId\":\"c\",\"currency\":\"EUR\",\"lines\":[]}",
          "{\"merchantOrderNo\":\"n\",\"customerId\":\"c\",\"currency\":\"EUR\",\"lines\":[null]}",
          "{\"merchantOrderNo\":\"n\",\"customerId\":\"c\",\"currency\":\"EUR\",\"lines\":[{}]}",
          "{\"merchantOrderNo\":\"n\",\"customerId\":\"c\",\"currency\":\"EUR\",\"lines\":[{\"sku\":\"tea\",\"quantity\":1}]}"
        })
    void refusesWhatIsNoOrder(String body) {
      thenInvalid(body);
    }

    @Test
    void refusesDuplicateAndUnknownMembers() {
      thenInvalid(order(number, TWO_TEAS).replace("{\"merch", "{\"currency\":\"USD\",\"merch"));
      thenInvalid(order(number, TWO_TEAS).replace("{\"merch", "{\"priority\":1,\"merch"));
    }

    @Test
    void takesAThousandLinesAndNoMore() {
      var thousand = String.join(",", Stream.generate(() -> TWO_TEAS).limit(1000).toList());
      assertThat(shop.post("/orders", order(number, thousand)).status()).isEqualTo(202);
      thenInvalid(order(number + "x", thousand + "," + TWO_TEAS));
    }

    @Test
    void refusesAnOrderThatNoTopicTakes() {
      var sku = "\"" + "\uD83C\uDF75".repeat(255) + "\"";
      var large = line(sku, "1", "1");
      var lines = String.join(",", Stream.generate(() -> large).limit(970).toList());
      thenRefused(shop.post("/orders", order(number, lines)), 413, "too-large");
      assertThat(shop.get("/orders?merchantOrderNo=" + number).body().get("items")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
      "/orders",
      "/orders?merchantOrderNo=",
      "/orders?merchantOrderNo=a%00b",
      "/orders/7"
    })
    void refusesAQuestionThatIsNone(String path) {
      assertThat(shop.get(path).status()).isEqualTo(400);
    }

    private void thenInvalid(String body) {
      var rows = outboxRows();
      var answer = shop.post("/orders", body);

      assertThat(answer.status()).as(body).isEqualTo(400);
      assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
      assertThat(outboxRows()).isEqualTo(rows);
    }
  }

  @Nested
  class Cancelling {

    @Test
    void cancelsAnUndecidedOrderOnce() {
      var placed = shop.post("/orders", order(number, TWO_TEAS));
      var path = placed.header("Location");
      var cancelled = shop.post(path + "/cancellation", "");
      var again = shop.post(path + "/cancellation", "");

      assertThat(List.of(cancelled, again))
          .extracting(Answer::status, answer -> answer.text("status"), a -> a.text("reason"))
          .containsOnly(tuple(202, "CANCELLING", "CUSTOMER"));
      assertThat(cancelled.header("Location")).isEqualTo(path);
      assertThat(eventsOf(placed)).isEqualTo("OrderPlaced,OrderCancellationRequested");
      assertThat(moves(shop.get(path)))
          .containsExactly("CREATE null PLACED", "CANCEL PLACED CANCELLING");
    }

    @Test
    void countsWhatEveryWishFound() {
      var applied = counted("CANCEL", "APPLIED");
      var duplicate = counted("CANCEL", "DUPLICATE");
      var path = shop.post("/orders", order(number, TWO_TEAS)).header("Location");
      shop.post(path + "/cancellation", "");
      shop.post(path + "/cancellation", "");

      assertThat(counted("CANCEL", "APPLIED") - applied).isEqualTo(1);
      assertThat(counted("CANCEL", "DUPLICATE") - duplicate).isEqualTo(1);
    }

    @Test // case S2
    void cancelsOnceHoweverManyAskAtOnce() {
      var placed = shop.post("/orders", order(number, TWO_TEAS));
      var path = placed.header("Location") + "/cancellation";
      var answers =
          IntStream.range(0, 20)
              .mapToObj(i -> CompletableFuture.supplyAsync(() -> shop.post(path, "")))
              .toList()
              .stream()
              .map(CompletableFuture::join);

      assertThat(answers).extracting(Answer::status).containsOnly(202);
      assertThat(eventsOf(placed)).isEqualTo("OrderPlaced,OrderCancellationRequested");
    }

    @Test // case S3
    void tellsTheTruthWhenThePaymentWon() {
      var placed = givenConfirmed();
      var refused = shop.post(placed.header("Location") + "/cancellation", "");

      thenRefused(refused, 409, "not-cancellable");
      assertThat(refused.text("detail")).contains("CONFIRMED");
      assertThat(eventsOf(placed)).isEqualTo("OrderPlaced,OrderConfirmed");
    }

    @Test
    void knowsNoOrderThatDoesNotExist() {
      var path = "/orders/" + UUID.randomUUID();
      thenRefused(shop.get(path), 404, "unknown-order");
      thenRefused(shop.post(path + "/cancellation", ""), 404, "unknown-order");
      thenRefused(shop.post(path + "/refund", ""), 404, "unknown-order");
    }
  }

  @Nested
  class Refunding {

    @Test
    void refundsAConfirmedOrderOnce() {
      var placed = givenConfirmed();
      var path = placed.header("Location") + "/refund";

      assertThat(List.of(shop.post(path, ""), shop.post(path, "")))
          .extracting(Answer::status, answer -> answer.text("status"), a -> a.text("reason"))
          .containsOnly(tuple(202, "REFUNDING", "CUSTOMER"));
      assertThat(eventsOf(placed)).isEqualTo("OrderPlaced,OrderConfirmed,OrderRefundRequested");
    }

    @Test
    void refusesToRefundWhatIsUndecided() {
      var placed = shop.post("/orders", order(number, TWO_TEAS));
      var refused = shop.post(placed.header("Location") + "/refund", "");

      thenRefused(refused, 409, "not-refundable");
      assertThat(refused.text("detail")).contains("PLACED");
      assertThat(eventsOf(placed)).isEqualTo("OrderPlaced");
    }
  }

  private Answer givenConfirmed() {
    var placed = shop.post("/orders", order(number, TWO_TEAS));
    var id = UUID.fromString(placed.text("orderId"));
    DeliveredBatch.deliver(
        service, List.of(new AccountDebited(id, UUID.randomUUID(), "EUR", 1000L, Instant.now())));
    return placed;
  }

  private static void thenRefused(Answer answer, int status, String problem) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.text("type")).isEqualTo("urn:quadrille:problem:" + problem);
    // Also those whose text depends on the order.
    assertThat(described.findValuesAsString("type")).contains("urn:quadrille:problem:" + problem);
  }

  private static List<String> moves(Answer shown) {
    return shown.body().get("journal").valueStream().map(OrderHttpIT::move).toList();
  }

  private static String move(JsonNode line) {
    return line.get("move").asString()
        + " "
        + line.get("from").asString("null")
        + " "
        + line.get("to").asString();
  }

  private static String eventsOf(Answer placed) {
    return service
        .database()
        .ask(
            "SELECT string_agg(regexp_replace(event_type, '.*\\.', ''), ',' ORDER BY seq) FROM outbox WHERE aggregate_id = '%s'"
                .formatted(placed.text("orderId")));
  }

  private static double counted(String move, String outcome) {
    return service
        .bean(MeterRegistry.class)
        .counter("quadrille.state.moves", "machine", "order", "move", move, "outcome", outcome)
        .count();
  }

  private static String outboxRows() {
    return service.database().ask("SELECT count(*) FROM outbox");
  }

  private static String order(String number, String lines) {
    return order("\"" + number + "\"", "\"customer-1\"", "\"EUR\"", lines);
  }

  private static String order(String number, String customer, String currency, String lines) {
    return "{\"merchantOrderNo\":%s,\"customerId\":%s,\"currency\":%s,\"lines\":[%s]}"
        .formatted(number, customer, currency, lines);
  }

  private static String line(String sku, String quantity, String price) {
    return "{\"sku\":%s,\"quantity\":%s,\"unitPriceMinor\":%s}".formatted(sku, quantity, price);
  }
}
