package dev.quadrille.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.AccountDebited;
import dev.quadrille.handling.PublishedEvents;
import dev.quadrille.testkit.HttpCaller.Answer;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.Platform;
import dev.quadrille.testkit.platform.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The password of the database's role changes while orders are placed. Case P5. */
class PasswordRotationIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int BUYERS = 4;
  private static final String CUT_OFF =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'service'";

  @TempDir private static Path directory;
  private static PostgresServer server;
  private static Database admin;
  private static Path secret;
  private static RunningService service;

  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();

  @BeforeAll
  static void start() throws IOException {
    var access = directory.resolve("access.conf");
    Files.writeString(
        access,
        """
        host all         postgres 127.0.0.1/32 trust
        host all         service  127.0.0.1/32 scram-sha-256
        host replication service  127.0.0.1/32 scram-sha-256
        """);
    secret = directory.resolve("password");
    Files.writeString(secret, "first\n");
    server =
        PostgresServer.temporary()
            .with("hba_file", access.toString())
            .with("logging_collector", "on")
            .with("log_directory", directory.toString())
            .with("log_filename", "server.log")
            .start();
    admin = server.createDatabase("shop");
    admin.execute("CREATE ROLE service LOGIN REPLICATION PASSWORD 'first'");
    admin.execute("ALTER DATABASE shop OWNER TO service");
    admin.execute("ALTER SCHEMA public OWNER TO service");
    Platform.shared().createTopics(6, RunningService.topics().toArray(String[]::new));
    service =
        RunningService.startOn(
            Platform.shared(),
            new Database(admin.host(), admin.port(), admin.name(), "service", ""),
            OrderApplication.class,
            "order",
            "quadrille.jdbc.password-file=" + secret);
  }

  @AfterAll
  static void stop() {
    service.close();
    server.close();
  }

  @Test
  void isNoticedByNobodyWhileConnectionsLive() throws Exception {
    var refused = refusedLogins();
    var password = UUID.randomUUID();
    var buyers = buy();
    pass(Duration.ofSeconds(2));
    changeTheRole(password);
    pass(Duration.ofSeconds(3));
    changeTheSecret(password);
    pass(Duration.ofSeconds(3));
    assertThat(answers).isNotEmpty().allMatch(answer -> answer.status() == 202);

    admin.execute(CUT_OFF);
    awaitSuccess();
    end(buyers);
    thenNobodyIsToldMoreThanToTryAgain();
    assertThat(refusedLogins()).isEqualTo(refused);
  }

  @Test
  void isWaitedForWithoutAStormWhereConnectionsBreakBeforeTheSecretIsChanged() throws Exception {
    var password = UUID.randomUUID();
    var buyers = buy();
    awaitSuccess();
    var before = refusedLogins();
    changeTheRole(password);
    admin.execute(CUT_OFF);
    pass(Duration.ofSeconds(20));
    assertThat(refusedLogins() - before).as("refused in 20 s").isBetween(1L, 50L);
    var begun = refusedLogins();
    pass(Duration.ofSeconds(10));
    assertThat(refusedLogins() - begun).as("refused in 10 s, later").isBetween(0L, 10L);

    changeTheSecret(password);
    awaitSuccess();
    end(buyers);
    thenNobodyIsToldMoreThanToTryAgain();
  }

  private static void changeTheRole(UUID password) {
    admin.execute("ALTER ROLE service PASSWORD '%s'".formatted(password));
  }

  private static void changeTheSecret(UUID password) throws IOException {
    Files.writeString(secret, password + "\n");
  }

  private ScheduledExecutorService buy() {
    var buyers = Executors.newScheduledThreadPool(BUYERS);
    var shop = service.calledBy("shop-1");
    for (var buyer = 0; buyer < BUYERS; buyer++) {
      buyers.scheduleWithFixedDelay(
          () -> answers.add(shop.post("/orders", order())), 0, 100, TimeUnit.MILLISECONDS);
    }
    return buyers;
  }

  private static String order() {
    return """
        {"merchantOrderNo": "%s", "customerId": "c", "currency": "EUR",
         "lines": [{"sku": "tea", "quantity": 1, "unitPriceMinor": 500}]}
        """
        .formatted(UUID.randomUUID());
  }

  private static void end(ScheduledExecutorService buyers) throws InterruptedException {
    buyers.shutdown();
    assertThat(buyers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
  }

  /** An order is accepted, told and confirmed: requests, relay and lanes go on. */
  private void awaitSuccess() {
    var shop = service.calledBy("shop-1");
    await()
        .atMost(Duration.ofSeconds(15))
        .until(() -> shop.post("/orders", order()).status() == 202);
    var order = UUID.fromString(shop.post("/orders", order()).text("orderId"));
    PublishedEvents.publish(
        service, List.of(new AccountDebited(order, new UUID(0, 1), "EUR", 500L, Instant.EPOCH)));
    await()
        .atMost(PATIENCE)
        .until(() -> shop.get("/orders/" + order).text("status").equals("CONFIRMED"));
    var relay = service.calledByNobody();
    await().atMost(PATIENCE).until(() -> relay.get("/actuator/health/readiness").status() == 200);
  }

  private void thenNobodyIsToldMoreThanToTryAgain() {
    assertThat(answers)
        .allMatch(
            answer ->
                answer.status() == 202
                    || answer.status() == 503 && !answer.header("Retry-After").isEmpty());
  }

  /** Time goes by. */
  private static void pass(Duration time) {
    var until = System.nanoTime() + time.toNanos();
    await().atMost(PATIENCE).until(() -> System.nanoTime() > until);
  }

  private static long refusedLogins() throws IOException {
    try (var lines = Files.lines(directory.resolve("server.log"))) {
      return lines.filter(line -> line.contains("password authentication failed")).count();
    }
  }
}
