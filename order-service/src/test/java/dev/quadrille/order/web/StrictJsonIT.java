package dev.quadrille.order.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.order.OrderApplication;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.RunningService;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken for JSON and what is not: an order, with one thing of it said otherwise. */
class StrictJsonIT {
  private static final String ORDER =
      "{\"merchantOrderNo\":\"%s\",\"customerId\":\"c\",\"currency\":\"EUR\","
          + "\"lines\":[{\"sku\":\"tea\",\"quantity\":1,\"unitPriceMinor\":500}]}";

  private static RunningService service;
  private static HttpCaller shop;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(OrderApplication.class, "order", "quadrille.order.sweep-pause=1h");
    shop = service.calledBy("shop-1");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"9007199254740993", "9007199254740993.0", "9007199254740993000e-3"})
  void countsExactlyWhatADoubleCannotHold(String price) {
    var placed = shop.post("/orders", order().replace("500", price));
    assertThat(placed.status()).isEqualTo(202);
    assertThat(placed.body().get("totalMinor").toString()).isEqualTo("9007199254740993");

    var shown = shop.get(placed.header("Location"));
    assertThat(shown.body().at("/lines/0/unitPriceMinor").toString()).isEqualTo("9007199254740993");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":1}", " \"\" ", "1", "}", "]", "\0", "x", "/* x */", "// x"})
  void takesNothingBehindTheOrder(String trailing) {
    thenRefused(order() + trailing);
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource
  void refuses(String said, String instead, @SuppressWarnings("unused") String what) {
    var order = order();
    assertThat(order).contains(said);
    thenRefused(order.replace(said, instead));
  }

  static Stream<Arguments> refuses() {
    return Stream.of(
        Arguments.of("\"quantity\":1", "\"quantity\":1,\"quantity\":1", "a member twice in a line"),
        Arguments.of("\"quantity\":1", "\"quantity\":1,\"note\":1", "an unknown member in a line"),
        Arguments.of(
            "\"currency\":", "\"currency\":\"EUR\",\"\\u0063urrency\":", "a member twice, escaped"),
        Arguments.of("\"currency\":", "\"Currency\":", "a member in capitals"),
        Arguments.of("500", "true", "a truth for a price"),
        Arguments.of("500", "1e400", "a price beyond all doubles"),
        Arguments.of("500", "500.0000000000000000001", "a price that a double would round"),
        Arguments.of("500", "05", "a leading zero"),
        Arguments.of("500", "+5", "a leading plus"),
        Arguments.of("500", ".5e1", "a leading point"),
        Arguments.of("500", "0x5", "a number in hexadecimal"),
        Arguments.of("500", "NaN", "no number"),
        Arguments.of("500", "Infinity", "infinity"),
        Arguments.of("500", "[500]", "a price in an array"),
        Arguments.of("\"c\"", "'c'", "single quotes"),
        Arguments.of("\"c\"", "c", "no quotes"),
        Arguments.of("\"c\"", "[\"c\"]", "a text in an array"),
        Arguments.of("\"c\"", "\"a\tb\"", "a bare tab in a text"),
        Arguments.of("\"c\"", "\"a\0b\"", "a bare NUL in a text"),
        Arguments.of("\"c\"", "\"\\x63\"", "an escape of another language"),
        Arguments.of("}]}", "},]}", "a trailing comma in an array"),
        Arguments.of("}]}", "}],}", "a trailing comma in an object"),
        Arguments.of("{\"sku\"", "/* x */{\"sku\"", "a comment"));
  }

  private static String order() {
    return ORDER.formatted(UUID.randomUUID());
  }

  private static void thenRefused(String body) {
    var before = orders();
    var answer = shop.post("/orders", body);
    assertThat(answer.status()).as(body).isEqualTo(400);
    assertThat(answer.text("type")).isEqualTo("urn:quadrille:problem:invalid-request");
    assertThat(orders()).isEqualTo(before);
  }

  private static String orders() {
    return service.database().ask("SELECT count(*) FROM orders");
  }
}
