package dev.quadrille.handling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.platform.PostgresServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** What a process says of itself while what it stands on is away, and that it goes on by itself. */
class OutageHealthIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  // A pool of connections is asked for as long as it would wait itself.
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static PostgresServer server;
  private static RunningService service;
  private static HttpCaller ops;

  @BeforeAll
  static void start() {
    server = PostgresServer.temporary().start();
    service =
        RunningService.startOn(
            OwnKafka.platform(),
            server.createDatabase("tiny"),
            TinyApplication.class,
            "tiny",
            "spring.datasource.hikari.connection-timeout=1000",
            "quadrille.relay.streaming-threshold=3s");
    ops = service.calledByOps();
  }

  @AfterAll
  static void stop() {
    service.close();
    server.close();
  }

  @Test // case P3
  void isNotReadyWhilePostgresIsAwayAndNotToBeReplaced() {
    server.stop();
    try {
      var components = awaitUnready();
      assertThat(components.at("/db/status").asString()).isEqualTo("DOWN");
      assertThat(components.at("/db/components/requestConnections/details/error").asString())
          .contains("Failed to obtain JDBC Connection");
    } finally {
      server.start();
    }
    awaitReady();
    awaitHandled(tell());
  }

  @Test // case P3
  void isNotReadyWhileAnEventWaitsForKafkaAndNotToBeReplaced() {
    OwnKafka.BROKER.stop();
    UUID told;
    try {
      told = tell();
      assertThat(awaitUnready().at("/db/status").asString()).isEqualTo("UP");
    } finally {
      OwnKafka.BROKER.start();
    }
    awaitReady();
    awaitHandled(told);
  }

  /** Alive all the time, and with the relay's reason. */
  private static JsonNode awaitUnready() {
    var components =
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  thenAlive();
                  var readiness = ops.get("/actuator/health/readiness");
                  return readiness.status() == 503
                      ? readiness.body().path("components")
                      : MissingNode.getInstance();
                },
                said -> !said.at("/relay/details/reason").asString("").isEmpty());
    assertThat(components.at("/relay/status").asString()).isEqualTo("DOWN");
    return components;
  }

  private static void awaitReady() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              thenAlive();
              assertThat(ops.get("/actuator/health/readiness").status()).isEqualTo(200);
            });
  }

  private static UUID tell() {
    var order = UUID.randomUUID();
    var lines = List.of(new OrderLine("tea", 1, 5L));
    service.tell(new OrderPlaced(order, "m", "n", "c", "EUR", 5L, lines, NOW, NOW));
    return order;
  }

  private static void awaitHandled(UUID order) {
    var effects = "SELECT count(*) FROM effect WHERE order_id = '%s'".formatted(order);
    await().atMost(PATIENCE).until(() -> service.database().ask(effects).equals("1"));
  }

  private static void thenAlive() {
    assertThat(ops.get("/actuator/health/liveness").status()).isEqualTo(200);
  }
}
