package dev.quadrille.order.web;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A request that makes some sense, or none. Everything about it follows from its seed; keys and
 * numbers are few, so that requests meet.
 */
final class FuzzedRequest {
  private static final List<String> SPOILS =
      List.of(
          "\"",
          "\\",
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\\u0000",
          "\\ud800",
          "1e999999999",
          "-0.0",
          "null",
          "é",
          "\uD83C\uDF75",
          "\t",
          "\"a\":1,\"a\":1",
          " ",
          "9".repeat(2000),
          "[".repeat(600));

  private final Random random;

  FuzzedRequest(long seed) {
    random = new Random(seed);
  }

  String path() {
    return switch (random.nextInt(12)) {
      case 0 -> "/orders?x=" + random.nextInt(2);
      case 1 -> "/orders/" + new UUID(0, random.nextInt(3)) + "/cancellation";
      case 2 -> "/orders/" + random.nextInt(9) + "/refund";
      case 3 -> "/nowhere";
      default -> "/orders";
    };
  }

  HttpRequest.Builder complete(HttpRequest.Builder request) {
    for (var lines = lines(); lines > 0; lines--) {
      request.header("Idempotency-Key", key());
    }
    request.header("Content-Type", contentType());
    if (random.nextInt(40) == 0) {
      request.header("Content-Encoding", any("gzip", "identity", "br"));
    }
    if (random.nextInt(20) == 0) {
      request.header("Accept", any("text/html", "*/*", "application/xml", "nonsense"));
    }
    var body = body().getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(20) == 0 && body.length > 0) {
      body[random.nextInt(body.length)] = (byte) random.nextInt();
    }
    return request.POST(
        random.nextInt(4) == 0
            ? BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))
            : BodyPublishers.ofByteArray(body));
  }

  private int lines() {
    return switch (random.nextInt(30)) {
      case 0 -> 0;
      case 1 -> 2;
      default -> 1;
    };
  }

  private String key() {
    return switch (random.nextInt(20)) {
      case 0 -> some(1 + random.nextInt(600), '!', '~');
      case 1 -> some(1 + random.nextInt(20), ' ', '\u00ff').replace('\u007f', '-');
      case 2 -> "\"" + random.nextInt(60) + "\"";
      case 3 -> any("", "\"", "\"\"", "\"a\\\"b\"", "a, b", "a;p=1");
      default -> Integer.toString(random.nextInt(60));
    };
  }

  private String contentType() {
    return random.nextInt(20) > 0
        ? "application/json"
        : any("text/plain", "application/json;charset=utf-16", "application/*", "x", "a/b+json");
  }

  private String body() {
    return switch (random.nextInt(12)) {
      case 0 -> "";
      case 1 -> spoilt(order());
      case 2 -> spoilt(spoilt(order()));
      case 3 -> cut(order());
      case 4 -> any("null", "[]", "{}", "0", "\"x\"", "{\"lines\":{}}", " ".repeat(1 << 20) + "{}");
      default -> order();
    };
  }

  private String order() {
    return "{\"merchantOrderNo\":\"%d\",\"customerId\":\"c\",\"currency\":\"EUR\",\"lines\":[{\"sku\":\"tea\",\"quantity\":%s,\"unitPriceMinor\":%s}]}"
        .formatted(
            random.nextInt(200),
            any("1", "2", "1.0", "2e0", "0", "1.5"),
            any("5", "5.0", "1e1", "-1"));
  }

  private String cut(String text) {
    return text.substring(0, random.nextInt(text.length()));
  }

  private String spoilt(String text) {
    var at = random.nextInt(text.length());
    return text.substring(0, at)
        + SPOILS.get(random.nextInt(SPOILS.size()))
        + text.substring(Math.min(text.length(), at + random.nextInt(3)));
  }

  private String some(int length, char from, char to) {
    return random
        .ints(length, from, to + 1)
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  private String any(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
