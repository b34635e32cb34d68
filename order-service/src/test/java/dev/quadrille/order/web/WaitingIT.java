package dev.quadrille.order.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.AccountDebited;
import dev.quadrille.handling.DeliveredBatch;
import dev.quadrille.order.OrderApplication;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.RunningService;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** {@code Prefer: wait=n}. The server has ten threads, and a thousand clients wait. */
class WaitingIT {
  private static final int WAITERS = 1_000;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static RunningService service;
  private static HttpCaller shop;
  private static String token;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            OrderApplication.class,
            "order",
            "quadrille.order.sweep-pause=1h",
            "quadrille.web.waiting.sign=200ms",
            "quadrille.web.waiting.most=40s",
            "server.tomcat.threads.max=10");
    shop = service.calledBy("shop-1");
    token = service.tokens().merchant("shop-1", Duration.ofMinutes(10));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void answersAsSoonAsTheOrderHasEnded() {
    var order = place();
    var answer = ask(order, "wait=30");
    await().until(() -> waiting() == 1);
    var before = System.nanoTime();
    confirm(List.of(order));
    var answered = answer.join();

    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
    assertThat(status(answered)).isEqualTo("CONFIRMED");
    assertThat(answered.headers().firstValue("Preference-Applied")).contains("wait=30");
    assertThat(JsonMapper.shared().readTree(answered.body()).get("journal")).hasSize(2);
  }

  @Test
  void answersAtOnceWhenThereIsNothingToWaitFor() {
    var order = place();
    assertThat(shop.get("/orders/" + order).text("status")).isEqualTo("PLACED");
    assertThat(status(ask(order, "wait=0").join())).isEqualTo("PLACED");
    assertThat(status(ask(order, "wait=soon").join())).isEqualTo("PLACED");
    assertThat(ask(UUID.randomUUID(), "wait=30").join().statusCode()).isEqualTo(404);

    confirm(List.of(order));
    var ended = ask(order, "respond-async, wait=30").join();
    assertThat(status(ended)).isEqualTo("CONFIRMED");
    assertThat(ended.headers().firstValue("Preference-Applied")).contains("wait=30");
  }

  @Test
  void showsTheOrderAsItStandsWhenTheWaitIsOver() {
    var answer = ask(place(), "wait=1").join();
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(status(answer)).isEqualTo("PLACED");
  }

  @Test
  void waitsNoLongerThanItIsSetTo() {
    var order = place();
    var answer = ask(order, "wait=999999999");
    await().until(() -> waiting() == 1);
    confirm(List.of(order));
    assertThat(answer.join().headers().firstValue("Preference-Applied")).contains("wait=40");
  }

  @Test
  void keepsAThousandWaitingWithoutAThreadOrAQueryEach() {
    var orders = List.of(place(), place(), place(), place());
    var answers = new ArrayList<CompletableFuture<HttpResponse<String>>>();
    for (var i = 0; i < WAITERS; i++) {
      answers.add(ask(orders.get(i % orders.size()), "wait=40"));
    }
    await().atMost(PATIENCE).until(() -> waiting() == WAITERS);

    var before = statements();
    var since = System.nanoTime();
    await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
    var seconds = (System.nanoTime() - since) / 1e9;
    // 20 looks a second, and what the service does anyway.
    assertThat(statements() - before).isLessThan((long) (100 * seconds));
    assertThat(shop.get("/orders/" + orders.get(0)).status())
        .as("others get through")
        .isEqualTo(200);

    confirm(orders);
    assertThat(answers)
        .allSatisfy(answer -> assertThat(status(answer.join())).isEqualTo("CONFIRMED"));
    await().until(() -> waiting() == 0);
  }

  @Test
  void breaksOffAnAnswerThatFailsAfterTheFirstSignOfLife() throws Exception {
    var request = request(place(), "wait=2");
    var begun = HTTP.send(request, BodyHandlers.ofInputStream());
    service.database().execute("ALTER TABLE orders RENAME TO mislaid");
    try (var body = begun.body()) {
      assertThatThrownBy(body::readAllBytes).isInstanceOf(IOException.class);
    } finally {
      service.database().execute("ALTER TABLE mislaid RENAME TO orders");
    }
  }

  @Test
  void forgetsAClientThatIsGone() throws IOException {
    try (var socket = new Socket("127.0.0.1", service.url().getPort())) {
      var request =
          "GET /orders/%s HTTP/1.1\r\n"
              + "Host: x\r\n"
              + "Prefer: wait=40\r\n"
              + "Authorization: Bearer %s\r\n\r\n";
      socket
          .getOutputStream()
          .write(request.formatted(place(), token).getBytes(StandardCharsets.US_ASCII));
      await().until(() -> waiting() == 1);
    }
    await().atMost(Duration.ofSeconds(20)).until(() -> waiting() == 0);
  }

  private static UUID place() {
    var body =
        """
        {"merchantOrderNo":"%s","customerId":"c","currency":"EUR",
         "lines":[{"sku":"tea","quantity":1,"unitPriceMinor":1}]}
        """;
    return UUID.fromString(shop.post("/orders", body.formatted(UUID.randomUUID())).text("orderId"));
  }

  private static void confirm(List<UUID> orders) {
    DeliveredBatch.deliver(
        service,
        orders.stream()
            .map(id -> new AccountDebited(id, UUID.randomUUID(), "EUR", 1L, Instant.now()))
            .toList());
  }

  private static CompletableFuture<HttpResponse<String>> ask(UUID order, String prefer) {
    return HTTP.sendAsync(request(order, prefer), BodyHandlers.ofString());
  }

  private static HttpRequest request(UUID order, String prefer) {
    return HttpRequest.newBuilder(service.url().resolve("/orders/" + order))
        .header("Authorization", "Bearer " + token)
        .header("Prefer", prefer)
        .build();
  }

  private static String status(HttpResponse<String> answer) {
    return JsonMapper.shared().readTree(answer.body()).path("status").asString("");
  }

  private static int waiting() {
    return (int) service.bean(MeterRegistry.class).get("quadrille.web.waiting").gauge().value();
  }

  /** Transactions of the service's database, whoever began them. */
  private static long statements() {
    return Long.parseLong(
        service
            .database()
            .ask(
                "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname ="
                    + " current_database()"));
  }
}
