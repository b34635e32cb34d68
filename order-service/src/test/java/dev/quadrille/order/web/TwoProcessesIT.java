package dev.quadrille.order.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.EventType;
import dev.quadrille.testkit.HttpCaller.Answer;
import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.Platform;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Two processes on one database, either of which may die at any moment. {@code
 * quadrille.idempotency.races} is how often many come at once, {@code quadrille.idempotency.kills}
 * how often a process dies among {@code quadrille.idempotency.orders}.
 */
@TestMethodOrder(OrderAnnotation.class)
class TwoProcessesIT {
  private static final int ORDERS = Integer.getInteger("quadrille.idempotency.orders", 150);
  private static final int KILLS = Integer.getInteger("quadrille.idempotency.kills", 1);
  private static final int AT_ONCE = 50;
  private static final int RACES = Integer.getInteger("quadrille.idempotency.races", 5);
  private static final long SEED = 4;

  private static final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
  private static Database database;
  private static List<OrderProcess> processes;

  @BeforeAll
  static void start() {
    var topics = Arrays.stream(EventType.values()).map(EventType::topic).distinct();
    Platform.shared().createTopics(6, topics.toArray(String[]::new));
    database = Platform.shared().newDatabase("order");
    // Side by side: they migrate one database.
    processes =
        IntStream.range(0, 2)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> new OrderProcess(database)))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .toList();
  }

  @AfterAll
  static void stop() {
    processes.forEach(OrderProcess::close);
    Platform.shared().drop(database);
    threads.shutdown();
  }

  @Test // case H1
  @Order(1)
  void executesOneOfManyThatComeAtOnce() {
    for (var race = 0; race < RACES; race++) {
      var number = "race-" + race;
      var answers =
          IntStream.range(0, AT_ONCE)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> place(processes.get(i % processes.size()), number), threads))
              .toList()
              .stream()
              .map(CompletableFuture::join)
              .toList();
      thenOneIsExecuted(number, answers);
    }
    assertThat(count("outbox WHERE event_type LIKE '%OrderPlaced'")).isEqualTo(RACES);
  }

  @Test // case H3
  @Order(2)
  void executesOnceThoughProcessesAreKilled() {
    var random = new Random(SEED);
    var placed =
        IntStream.range(0, ORDERS)
            .mapToObj(
                i -> CompletableFuture.supplyAsync(() -> untilAnswered("burst-" + i), threads))
            .toList();
    for (var kill = 1; kill <= KILLS; kill++) {
      var some = ORDERS * kill / (KILLS + 1);
      await().atMost(Duration.ofMinutes(2)).until(() -> count("orders") >= some);
      var victim = processes.get(random.nextInt(2));
      victim.kill();
      victim.restart();
    }
    var answers = placed.stream().map(CompletableFuture::join).toList();

    assertThat(answers).extracting(answer -> answer.text("orderId")).doesNotHaveDuplicates();
    assertThat(count("orders WHERE merchant_order_no LIKE 'burst-%'")).isEqualTo(ORDERS);
    assertThat(count("outbox WHERE event_type LIKE '%OrderPlaced'")).isEqualTo(count("orders"));
    assertThat(
            count(
                "orders WHERE NOT EXISTS (SELECT FROM idempotency_key WHERE location = '/orders/'"
                    + " || orders.id)"))
        .as("orders without a stored answer")
        .isZero();
    IntStream.range(0, ORDERS).forEach(i -> thenBothSayTheSame("burst-" + i, answers.get(i)));
  }

  // The last one: it leaves a process dead.
  @Test // case H3
  @Order(3)
  void executesAtOnceWhatDiedWithItsProcess() throws SQLException {
    var number = "held-" + UUID.randomUUID();
    try (var other = database.hold("orders")) {
      var first =
          CompletableFuture.runAsync(() -> place(processes.get(0), number), threads)
              .handle((done, failure) -> failure);
      await().until(() -> database.waiting() > 0);
      assertThat(place(processes.get(1), number).status()).isEqualTo(409);
      processes.get(0).kill();
      assertThat(first.join()).isNotNull();
      other.close();

      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> place(processes.get(1), number).status() == 202);
      assertThat(count("orders WHERE merchant_order_no = '" + number + "'")).isEqualTo(1);
    }
  }

  private static void thenOneIsExecuted(String number, List<Answer> answers) {
    // All of them may come late enough to get the stored answer.
    assertThat(answers).extracting(Answer::status).isSubsetOf(202, 409);
    var accepted = answers.stream().filter(answer -> answer.status() == 202).toList();
    assertThat(accepted)
        .filteredOn(answer -> answer.header("Idempotent-Replayed").isEmpty())
        .hasSize(1);
    assertThat(accepted).extracting(Answer::body).containsOnly(accepted.get(0).body());
    assertThat(count("orders WHERE merchant_order_no = '" + number + "'")).isEqualTo(1);
  }

  private static void thenBothSayTheSame(String number, Answer answer) {
    for (var process : processes) {
      var again = place(process, number);
      assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
      assertThat(again.body()).isEqualTo(answer.body());
    }
  }

  /** What a client does that reads "Retrying safely". */
  private static Answer untilAnswered(String number) {
    return await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(20))
        .ignoreException(UncheckedIOException.class)
        .until(
            () -> place(processes.get(ThreadLocalRandom.current().nextInt(2)), number),
            answer -> answer.status() == 202);
  }

  private static Answer place(OrderProcess process, String number) {
    return process
        .shop()
        .post(
            "/orders",
            "{\"merchantOrderNo\":\"%s\",\"customerId\":\"c\",\"currency\":\"EUR\",\"lines\":[{\"sku\":\"tea\",\"quantity\":1,\"unitPriceMinor\":1}]}"
                .formatted(number),
            "key-of-" + number);
  }

  private static long count(String rows) {
    return Long.parseLong(database.ask("SELECT count(*) FROM " + rows));
  }
}
