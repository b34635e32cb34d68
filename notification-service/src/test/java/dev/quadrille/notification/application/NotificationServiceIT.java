package dev.quadrille.notification.application;

import static dev.quadrille.notification.application.Channel.Answer.ACCEPTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.contracts.CancellationReason;
import dev.quadrille.contracts.OrderCancelled;
import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.contracts.OrderRefunded;
import dev.quadrille.handling.DeliveredBatch;
import dev.quadrille.notification.NotificationApplication;
import dev.quadrille.notification.application.FakeChannel.Crash;
import dev.quadrille.notification.domain.Notifications;
import dev.quadrille.notification.domain.NotificationsContract;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.Race;
import dev.quadrille.testkit.RaceContract;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.SqlCallsContract;
import dev.quadrille.work.LeasedWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The service on PostgreSQL. Its own courier rests, so that a test can be the courier. */
class NotificationServiceIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static RunningService service;

  private FakeChannel channel;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            NotificationApplication.class,
            "notification",
            "spring.main.sources=dev.quadrille.testkit.SqlCalls,"
                + "dev.quadrille.notification.application.FakeChannel",
            "quadrille.notification.delivery.pause=1d",
            "quadrille.notification.delivery.lease=10d");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void empty() {
    service.database().execute("TRUNCATE notification, outbox");
    channel = service.bean(FakeChannel.class);
    channel.reset();
  }

  @Nested
  class Rows extends NotificationsContract {
    private final TransactionTemplate transaction =
        new TransactionTemplate(service.bean(PlatformTransactionManager.class));

    @Override
    protected <T> T with(Function<Notifications, T> work) {
      return transaction.execute(status -> work.apply(service.bean(Notifications.class)));
    }

    @Test
    void lookForWorkByAnIndexOfItsOwnSize() {
      assertThat(plan("SELECT EXISTS (SELECT FROM notification WHERE state = 1)"))
          .containsPattern("notification_(pending|intermediate)");
      assertThat(
              plan(
                  "SELECT * FROM notification WHERE state = 2 AND leased_until < now() ORDER BY"
                      + " leased_until"))
          .containsPattern("notification_(sending|intermediate)");
    }

    private String plan(String sql) {
      service
          .database()
          .execute(
              """
              INSERT INTO notification SELECT gen_random_uuid(), 0, gen_random_uuid(), 1, 'c', 's', 'b', 3
              FROM generate_series(1, 1000);
              ANALYZE notification
              """);
      return service.database().ask("EXPLAIN (FORMAT JSON) " + sql);
    }
  }

  @Nested
  class Calls extends SqlCallsContract {

    @Override
    protected RunningService service() {
      return service;
    }

    @Override
    protected List<Function<UUID, SpecificRecord>> dance() {
      return List.of(
          NotificationServiceIT::confirmed,
          NotificationServiceIT::refunded,
          NotificationServiceIT::cancelled,
          NotificationServiceIT::confirmed);
    }
  }

  @Nested
  class OfOneOrder extends RaceContract {

    @Override
    protected RunningService service() {
      return service;
    }

    @Override
    protected String table() {
      return "notification";
    }

    @Override
    protected Stream<Race> races() {
      return Stream.of(
          Race.between(NotificationServiceIT::confirmed, NotificationServiceIT::confirmed, "1"),
          Race.between(NotificationServiceIT::confirmed, NotificationServiceIT::cancelled, "1 2"),
          Race.between(NotificationServiceIT::confirmed, NotificationServiceIT::refunded, "1 3"),
          Race.between(NotificationServiceIT::cancelled, NotificationServiceIT::cancelled, "2"),
          Race.between(NotificationServiceIT::cancelled, NotificationServiceIT::refunded, "2 3"),
          Race.between(NotificationServiceIT::refunded, NotificationServiceIT::refunded, "3"));
    }

    @Override
    protected String end(UUID order) {
      return service
          .database()
          .ask(
              "SELECT string_agg(kind::text, ' ' ORDER BY kind) FROM notification WHERE order_id = '%s'"
                  .formatted(order));
    }
  }

  @Nested
  class Couriers {

    @Test
    void sendEachOnceWhenTheyRace() {
      deliver(Stream.generate(() -> confirmed(UUID.randomUUID())).limit(300).toList());
      together(4, () -> untilNothingIsPending(worker()));

      assertThat(channel.sent()).hasSize(300).doesNotHaveDuplicates();
      assertThat(count("notification WHERE state = 3")).isEqualTo(300);
      assertThat(count("outbox WHERE event_type LIKE '%NotificationSent'")).isEqualTo(300);
    }

    @Test
    void giveUpWhatACrashLeftBehindAndSendNothingAgain() {
      deliver(List.of(confirmed(UUID.randomUUID())));
      channel.answering(
          news -> {
            throw new Crash();
          });
      assertThatThrownBy(worker()::round).isInstanceOf(Crash.class);
      channel.answering(news -> ACCEPTED);

      var courier = service.bean(Courier.class);
      courier.giveUp(10);
      assertThat(count("notification WHERE state = 2")).as("still claimed").isEqualTo(1);
      service
          .database()
          .execute("UPDATE notification SET leased_until = now() - interval '1 second'");
      together(2, () -> courier.giveUp(10));
      worker().round();

      assertThat(channel.sent()).hasSize(1);
      assertThat(count("notification WHERE state = 4 AND failure = 2")).isEqualTo(1);
      assertThat(count("outbox WHERE event_type LIKE '%NotificationFailed'")).isEqualTo(1);
    }

    @Test
    void journalWhatTheyDo() {
      deliver(List.of(confirmed(UUID.randomUUID())));
      worker().round();

      assertThat(
              service
                  .database()
                  .ask(
                      """
                      SELECT string_agg(move || ' ' || coalesce(from_state, 0) || to_state, ', ' ORDER BY at)
                      FROM state_journal WHERE aggregate_id = (SELECT id FROM notification)
                      """))
          .isEqualTo("CREATE 01, CLAIM 12, SENT 23");
    }

    private void untilNothingIsPending(LeasedWorker<?, ?> worker) {
      while (service.bean(Notifications.class).anyPending()) {
        worker.round();
      }
    }
  }

  @Nested
  class Events {

    @Test
    void areToldOnceUnderHoweverManyIdsTheyCome() {
      var order = UUID.randomUUID();
      deliver(Collections.nCopies(3, confirmed(order)));
      deliver(List.of(confirmed(order)));

      assertThat(count("notification")).isEqualTo(1);
    }

    @Test
    void areToldOnceWhenTwoConsumersReadTheSameAtOnce() {
      var orders = Stream.generate(UUID::randomUUID).limit(50).toList();
      var events = orders.stream().map(NotificationServiceIT::confirmed).toList();
      together(4, () -> deliver(events));

      assertThat(count("notification")).isEqualTo(50);
    }
  }

  @Nested
  class OverHttp {
    private final HttpCaller http = service.calledByOps();
    private final UUID order = UUID.randomUUID();

    @Test
    void showsWhatTheCustomerOfAnOrderIsTold() {
      deliver(List.of(confirmed(order), confirmed(UUID.randomUUID())));
      var answer = http.get("/notifications?orderId=" + order);

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body().path("items")).hasSize(1);
      assertThat(answer.body().path("next").isNull()).isTrue();
      var item = answer.body().path("items").path(0);
      assertThat(item.path("orderId").asString()).isEqualTo(order.toString());
      assertThat(item.path("kind").asString()).isEqualTo("ORDER_CONFIRMED");
      assertThat(item.path("status").asString()).isEqualTo("PENDING");
    }

    @Test // case R6
    void neverShowsWhoIsToldOrWhat() {
      deliver(List.of(confirmed(order)));

      assertThat(http.get("/notifications?orderId=" + order).body().toString())
          .doesNotContain("marker-customer", "marker-number");
    }

    @Test
    void saysWhatIsWrongWithAnOrderId() {
      assertThat(http.get("/notifications").status()).isEqualTo(400);
      assertThat(http.get("/notifications?orderId=7").status()).isEqualTo(400);
      assertThat(http.get("/notifications?orderId=" + order).body().path("items")).isEmpty();
    }
  }

  private static LeasedWorker<?, ?> worker() {
    var courier = service.bean(Courier.class);
    return new LeasedWorker<>("courier", courier, Duration.ofDays(1), 10, Duration.ofDays(10));
  }

  private static OrderConfirmed confirmed(UUID order) {
    return new OrderConfirmed(order, "marker-customer", "marker-number", "EUR", 1250L, NOW);
  }

  private static OrderCancelled cancelled(UUID order) {
    return new OrderCancelled(order, "c", "n", CancellationReason.TIMEOUT, NOW);
  }

  private static OrderRefunded refunded(UUID order) {
    return new OrderRefunded(order, "c", "n", "EUR", 0L, NOW);
  }

  private static void deliver(List<? extends SpecificRecord> events) {
    DeliveredBatch.deliver(service, events);
  }

  private static long count(String rows) {
    return Long.parseLong(service.database().ask("SELECT count(*) FROM " + rows));
  }

  /** Does something in several threads that begin at once. */
  private static void together(int threads, Runnable work) {
    var start = new CyclicBarrier(threads);
    var all =
        Stream.generate(
                () ->
                    CompletableFuture.runAsync(
                        () -> {
                          try {
                            start.await();
                          } catch (Exception e) {
                            throw new IllegalStateException(e);
                          }
                          work.run();
                        },
                        task -> new Thread(task).start()))
            .limit(threads)
            .toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(all).join();
  }
}
