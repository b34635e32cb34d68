package dev.quadrille.order.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.order.OrderApplication;
import dev.quadrille.testkit.HttpCaller.Answer;
import dev.quadrille.testkit.OtherTransaction;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.oracle.TopicReader;
import dev.quadrille.testkit.platform.Platform;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Orders are accepted whether or not they can be told, and told as soon as they can. Case O8. */
class UnreadyIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String[] SETTINGS = {
    "quadrille.order.sweep-pause=1h", "quadrille.relay.slot-timeout=1s"
  };

  @Test
  void acceptsOrdersWhileATransactionKeepsTheSlotFromBeingMade() {
    // In another database, for an index that is built concurrently waits for those in this one.
    var neighbour = Platform.shared().newDatabase("neighbour");
    try (var idle = OtherTransaction.on(neighbour).execute("SELECT pg_current_xact_id()");
        var service = RunningService.startUnready(OrderApplication.class, "order", SETTINGS)) {
      awaitUnready(service, "waits for open transactions to end: pid ");
      var placed = place(service, "early");
      idle.execute("COMMIT");
      awaitTold(service, placed);
    } finally {
      Platform.shared().drop(neighbour);
    }
  }

  @Test
  void tellsTheOrderThatCommittedLaterAndTheOneThatWasHeld() {
    try (var service = RunningService.start(OrderApplication.class, "order", SETTINGS)) {
      service
          .database()
          .execute(
              """
              CREATE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS
              $$ BEGIN PERFORM pg_advisory_xact_lock(8); RETURN NULL; END $$;
              CREATE CONSTRAINT TRIGGER held AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
              FOR EACH ROW WHEN (NEW.merchant_order_no = 'held') EXECUTE FUNCTION held()
              """);
      CompletableFuture<Answer> held;
      try (var other = OtherTransaction.on(service.database())) {
        other.execute("SELECT pg_advisory_xact_lock(8)");
        held = CompletableFuture.supplyAsync(() -> place(service, "held"));
        other.awaitWaiting(1);
        awaitTold(service, place(service, "later"));
        assertThat(held).isNotDone();
      }
      awaitTold(service, held.join());
      assertThat(
              service
                  .database()
                  .ask(
                      """
                      SELECT string_agg(merchant_order_no, ' ' ORDER BY seq)
                      FROM outbox JOIN orders ON orders.id = aggregate_id
                      """))
          .as("in the order of their numbers")
          .isEqualTo("held later");
    }
  }

  private static void awaitUnready(RunningService service, String reason) {
    var ops = service.calledByOps();
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              var readiness = ops.get("/actuator/health/readiness");
              assertThat(readiness.status()).isEqualTo(503);
              assertThat(readiness.body().at("/components/relay/details/reason").asString())
                  .contains(reason);
            });
    assertThat(ops.get("/actuator/health/liveness").status()).isEqualTo(200);
  }

  private static Answer place(RunningService service, String number) {
    var answer =
        service
            .calledBy("shop-1")
            .post(
                "/orders",
                "{\"merchantOrderNo\":\"%s\",\"customerId\":\"c\",\"currency\":\"EUR\",\"lines\":[{\"sku\":\"tea\",\"quantity\":1,\"unitPriceMinor\":1}]}"
                    .formatted(number));
    assertThat(answer.status()).isEqualTo(202);
    return answer;
  }

  private static void awaitTold(RunningService service, Answer placed) {
    var reader = new TopicReader(Platform.shared().bootstrapServers());
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                reader.read().stream()
                    .anyMatch(record -> record.key().equals(placed.text("orderId"))));
    var nobody = service.calledByNobody();
    await().atMost(PATIENCE).until(() -> nobody.get("/actuator/health/readiness").status() == 200);
  }
}
