package dev.quadrille.order.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.order.OrderApplication;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.HttpCaller.Answer;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.platform.RedisServer;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Double clicks are absorbed by a real Redis, and nothing depends on it. */
@TestMethodOrder(OrderAnnotation.class)
class RedisFrontIT {
  private static RedisServer redis;
  private static RunningService service;
  private static HttpCaller shop;

  private final String key = UUID.randomUUID().toString();
  private final String order =
      "{\"merchantOrderNo\":\"%s\",\"customerId\":\"c\",\"currency\":\"EUR\",\"lines\":[{\"sku\":\"tea\",\"quantity\":1,\"unitPriceMinor\":1}]}"
          .formatted(key);

  @BeforeAll
  static void start() {
    redis = RedisServer.start();
    service =
        RunningService.start(
            OrderApplication.class,
            "order",
            "quadrille.idempotency.front=redis",
            "spring.data.redis.port=" + redis.port(),
            // However busy this machine is.
            "spring.data.redis.connect-timeout=10s",
            "spring.data.redis.timeout=1s");
    shop = service.calledBy("shop-1");
  }

  @AfterAll
  static void stop() {
    service.close();
    redis.close();
  }

  @Test
  @Order(1)
  void absorbsADoubleClickBeforeItReachesTheDatabase() throws SQLException {
    var absorbed = counted("absorbed");
    try (var other = service.database().hold("orders")) {
      var first = CompletableFuture.supplyAsync(this::place);
      await().until(() -> service.database().waiting() > 0);
      var second = place();

      assertThat(second.status()).isEqualTo(409);
      assertThat(second.header("Retry-After")).isEqualTo("1");
      assertThat(counted("absorbed") - absorbed).isEqualTo(1);
      // Longer than the moment for which Redis keeps it: now the database holds it back.
      await().atMost(Duration.ofSeconds(10)).until(() -> dbHoldsBack(absorbed));
      other.close();
      assertThat(first.join().status()).isEqualTo(202);
    }
  }

  @Test
  @Order(2)
  void letsTheSameThroughAsSoonAsItIsDone() {
    var first = place();
    var again = place();

    assertThat(first.status()).isEqualTo(202);
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
  }

  @Test
  @Order(3)
  void goesOnWithoutRedis() {
    redis.kill();
    var first = place();
    var again = place();

    assertThat(first.status()).isEqualTo(202);
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(counted("skipped")).isGreaterThanOrEqualTo(2);
    assertThat(shop.get("/actuator/health/readiness").text("status")).isEqualTo("UP");
  }

  private boolean dbHoldsBack(double absorbed) {
    var before = counted("absorbed");
    return place().status() == 409 && counted("absorbed") == before && before > absorbed;
  }

  private Answer place() {
    return shop.post("/orders", order, key);
  }

  private static double counted(String outcome) {
    return service
        .bean(MeterRegistry.class)
        .counter("quadrille.idempotency.front", "outcome", outcome)
        .count();
  }
}
