package dev.quadrille.notification.application;

import static dev.quadrille.notification.application.Channel.Answer.ACCEPTED;
import static dev.quadrille.notification.application.Channel.Answer.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.handling.DeliveredBatch;
import dev.quadrille.notification.NotificationApplication;
import dev.quadrille.notification.application.Channel.Answer;
import dev.quadrille.testkit.ApiDescriptionContract;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.RunningService;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** A person has failed notifications sent again over HTTP: outside of any transaction. */
class DeliveryHttpIT {
  private static RunningService service;
  private static HttpCaller person;
  private static FakeChannel channel;

  private final String key = UUID.randomUUID().toString();
  private String delivery;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            NotificationApplication.class,
            "notification",
            "spring.main.sources=" + FakeChannelSource.class.getName(),
            "quadrille.notification.delivery.pause=10ms",
            "quadrille.idempotency.lease=600ms");
    person = service.calledByOps();
    channel = service.bean(FakeChannel.class);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void aNotificationHasFailed() {
    channel.answering(news -> REFUSED);
    var order = UUID.randomUUID();
    DeliveredBatch.deliver(
        service, List.of(new OrderConfirmed(order, "c", "n", "EUR", 1L, Instant.now())));
    var path = "/notifications?orderId=" + order;
    await().until(() -> item(path, "status").equals("FAILED"));
    delivery = "/notifications/" + item(path, "notificationId") + "/delivery";
    channel.answering(news -> ACCEPTED);
  }

  @Nested
  class Description extends ApiDescriptionContract {

    @Override
    protected RunningService service() {
      return service;
    }
  }

  @Test
  void sendsItOnceForEachKey() {
    var before = sent();
    var first = person.post(delivery, "", key);
    var again = person.post(delivery, "", key);

    assertThat(first.status()).isEqualTo(200);
    assertThat(first.text("status")).isEqualTo("SENT");
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(sent() - before).isEqualTo(1);
    assertThat(person.post(delivery, "").text("type")).endsWith("not-failed");
  }

  @Test
  void holdsBackTheSameForAsLongAsItTakes() {
    var before = sent();
    var reply = new CountDownLatch(1);
    channel.answering(news -> afterwards(reply, ACCEPTED));
    var first = CompletableFuture.supplyAsync(() -> person.post(delivery, "", key));
    await().until(() -> sent() > before);
    var begun = System.nanoTime();

    // Several leases long: it is renewed.
    await()
        .until(
            () -> {
              assertThat(person.post(delivery, "", key).status()).isEqualTo(409);
              return System.nanoTime() - begun > 2_000_000_000L;
            });
    assertThat(person.post(delivery, "{}", key).text("type")).endsWith("idempotency-key-reused");
    reply.countDown();

    assertThat(first.join().text("status")).isEqualTo("SENT");
    assertThat(sent() - before).isEqualTo(1);
  }

  @Test
  void letsAnotherTakeOverAndRefusesTheLatecomersAnswer() {
    var before = sent();
    var reply = new CountDownLatch(1);
    channel.answering(news -> afterwards(reply, ACCEPTED));
    var first = CompletableFuture.supplyAsync(() -> person.post(delivery, "", key));
    await().until(() -> sent() > before);

    loseTheClaim();
    var second = person.post(delivery, "", key);
    reply.countDown();
    var late = first.join();

    assertThat(second.text("type")).endsWith("delivery-in-doubt");
    assertThat(late.header("Idempotent-Replayed")).as("%s", late.body()).isEqualTo("true");
    assertThat(late.body()).isEqualTo(second.body());
    assertThat(sent() - before).isEqualTo(1);
  }

  @Test
  void saysThatItDoesNotKnowWhenTheAnswerCannotBeStored() {
    var before = sent();
    channel.answering(
        news -> {
          service.database().execute("ALTER TABLE outbox RENAME TO mislaid");
          return ACCEPTED;
        });
    var unknown = person.post(delivery, "", key);
    service.database().execute("ALTER TABLE mislaid RENAME TO outbox");
    var again = person.post(delivery, "", key);

    assertThat(unknown.status()).isEqualTo(503);
    assertThat(unknown.text("type")).endsWith("outcome-unknown");
    assertThat(again.text("type")).endsWith("delivery-in-doubt");
    assertThat(sent() - before).isEqualTo(1);
  }

  @Test
  void remembersWhatItDidThoughItsAnswerCouldNotBeWritten() {
    var before = sent();
    var unreadable =
        person.send(
            delivery,
            post ->
                post.header("Idempotency-Key", key)
                    .header("Content-Type", "application/json")
                    .header("Accept", "text/xml")
                    .POST(BodyPublishers.noBody()));

    assertThat(unreadable.status()).isEqualTo(406);
    assertThat(person.post(delivery, "", key).text("status")).isEqualTo("SENT");
    assertThat(sent() - before).isEqualTo(1);
  }

  @Test
  void knowsWhatThereIs() {
    assertThat(person.post("/notifications/" + UUID.randomUUID() + "/delivery", "").status())
        .isEqualTo(404);
  }

  /** As if its process had been frozen: nobody renews the claim, and its lease ends. */
  private static void loseTheClaim() {
    service
        .database()
        .execute(
            "UPDATE idempotency_key SET owner = gen_random_uuid(), leased_until = now() WHERE owner"
                + " IS NOT NULL");
  }

  private static Answer afterwards(CountDownLatch moment, Answer answer) {
    try {
      moment.await();
      return answer;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int sent() {
    return channel.sent().size();
  }

  private static String item(String path, String member) {
    return person.get(path).body().path("items").path(0).path(member).asString("");
  }

  static class FakeChannelSource {
    @Bean
    @Primary
    FakeChannel fakeChannel() {
      return new FakeChannel();
    }
  }
}
