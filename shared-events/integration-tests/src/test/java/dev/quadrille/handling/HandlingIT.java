package dev.quadrille.handling;

import static dev.quadrille.handling.DeliveredBatch.deliverRecords;
import static dev.quadrille.handling.DeliveredBatch.header;
import static dev.quadrille.handling.PublishedEvents.publish;
import static dev.quadrille.handling.PublishedEvents.publishInLine;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariDataSource;
import dev.quadrille.codec.EventCodec;
import dev.quadrille.contracts.EventHeaders;
import dev.quadrille.contracts.Lane;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.testkit.OtherTransaction;
import dev.quadrille.testkit.RunningService;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoublePredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

class HandlingIT {
  static final UUID UNKNOWN = UUID.fromString("01900000-0000-7000-8000-00000000dead");
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static RunningService service;
  private static TinyApplication tiny;
  private static JdbcClient jdbc;

  private final UUID order = UUID.randomUUID();

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            TinyApplication.class,
            "tiny",
            "quadrille.handling.attempt-delay=200ms",
            "quadrille.handling.lag-look=100ms");
    tiny = service.bean(TinyApplication.class);
    jdbc = service.bean(JdbcClient.class);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void emptyTheParkingLot() {
    jdbc.sql("DELETE FROM parked_events").update();
  }

  @Nested
  class Duplicates {

    @Test
    void handlesAnEventOnceHoweverOftenItIsDelivered() {
      var record = placed(order);
      deliverRecords(service, List.of(record, record));
      deliverRecords(service, List.of(record));
      assertThat(effects(order)).isOne();
    }

    @Test
    void takesEverySpellingOfAnIdForOneId() {
      var id = "01900000-0000-7000-8000-0000000ABCDE";
      deliverRecords(service, List.of(withId(order, id)));
      for (var spelling :
          List.of("\"" + id + "\"", id.toLowerCase(), id.replace("-", ""), "urn:uuid:" + id)) {
        deliverRecords(service, List.of(withId(order, spelling)));
      }
      assertThat(effects(order)).isOne();
      assertThat(parked()).isEmpty();
    }

    @Test
    void parksAKnownIdWithOtherContent() {
      var id = UUID.randomUUID().toString();
      deliverRecords(service, List.of(withId(order, id)));
      var other = UUID.randomUUID();
      deliverRecords(service, List.of(withId(other, id)));
      assertThat(effects(other)).isZero();
      assertThat(parked()).containsExactly("CONTRADICTION");
    }

    @Test
    void parksOtherContentAlsoWhenTheFirstIsHandledAtTheSameMoment() {
      var id = UUID.randomUUID().toString();
      try (var first = OtherTransaction.on(service.database())) {
        first.execute("INSERT INTO processed_events VALUES ('%s', '\\x00')".formatted(id));
        var second =
            CompletableFuture.runAsync(() -> deliverRecords(service, List.of(withId(order, id))));
        first.awaitWaiting(1);
        first.execute("COMMIT");
        second.join();
      }
      assertThat(parked()).containsExactly("CONTRADICTION");
      assertThat(effects(order)).isZero();
    }

    @Test
    void parksOneOfTwoContentsUnderOneIdAlsoWithinABatchAndCountsIt() {
      var id = UUID.randomUUID().toString();
      var other = UUID.randomUUID();
      var before = counted("CONTRADICTION");
      deliverRecords(
          service, List.of(withId(order, id), withId(other, id.toUpperCase(Locale.ROOT))));
      assertThat(effects(order)).isOne();
      assertThat(effects(other)).isZero();
      assertThat(parked()).containsExactly("CONTRADICTION");
      assertThat(counted("CONTRADICTION") - before).isOne();
    }
  }

  @Nested
  class Poison {

    @Test // case K2
    void parksEachPoisonWholeAndHandlesItsNeighbours() {
      var good = placed(order);
      var value = good.value();
      var wrongMagic = value.clone();
      wrongMagic[0] = 7;
      var unknownSchema = value.clone();
      unknownSchema[1] = 0x7f;
      var trailing = Arrays.copyOf(value, value.length + 1);
      var poison =
          Stream.of(
                  new byte[] {1},
                  wrongMagic,
                  unknownSchema,
                  Arrays.copyOf(value, value.length - 3),
                  trailing,
                  null,
                  new byte[0],
                  new byte[900_000])
              .map(bytes -> carrying(bytes, good.key()))
              .toList();
      var batch = new ArrayList<>(poison);
      batch.add(4, carrying(value, null));
      batch.add(5, good);
      deliverRecords(service, batch);
      assertThat(effects(order)).isOne();
      assertThat(parked()).hasSize(9).containsOnly("POISON", "UNKNOWN_SCHEMA");
      assertThat(parked()).containsOnlyOnce("UNKNOWN_SCHEMA");
      for (var record : poison) {
        assertThat(parkedValue(record)).isEqualTo(record.value());
      }
    }

    @Test
    void parksAndCountsAnEventThatIsParkedAlreadyOnce() {
      var before = counted("POISON");
      var poison = carrying(new byte[] {1}, new byte[] {2});
      deliverRecords(service, List.of(poison));
      deliverRecords(service, List.of(poison));
      assertThat(parked()).containsExactly("POISON");
      assertThat(counted("POISON") - before).isOne();
    }

    @Test
    void parksWhatALogThatWasCutOffHasAtAnOffsetAnew() {
      var before = carrying(new byte[] {1}, new byte[] {2});
      var after =
          new ConsumerRecord<>(
              before.topic(), before.partition(), before.offset(), before.key(), new byte[] {3});
      deliverRecords(service, List.of(before));
      deliverRecords(service, List.of(after));
      assertThat(parked()).containsExactly("POISON", "POISON");
    }

    @Test // case K2, through Kafka
    void neverHoldsUpThePartition() {
      var value = placed(order).value();
      var poison =
          Stream.of(new byte[] {1}, Arrays.copyOf(value, 40), null, new byte[900_000])
              .map(bytes -> carrying(bytes, order.toString().getBytes(UTF_8)))
              .toList();
      var all = new ArrayList<>(poison);
      all.add(carrying(value, null));
      all.add(placed(order));
      publishInLine(all);
      await().atMost(Duration.ofSeconds(5)).untilAsserted(() -> assertThat(effects(order)).isOne());
      assertThat(parked()).hasSize(5).containsOnly("POISON");
    }

    @Test
    void keepsEveryHeaderAlsoDoubledBinaryAndNull() {
      var record = carrying(new byte[] {1}, null);
      record.headers().add("twice", new byte[] {0, 1, (byte) 255});
      record.headers().add("twice", "a\"b\\c,{}".getBytes(UTF_8));
      record.headers().add("odd \"name\\,{}", null);
      deliverRecords(service, List.of(record));
      var names = array("header_names", String[].class);
      var values = array("header_values", byte[][].class);
      var original = record.headers().toArray();
      assertThat(names)
          .containsExactly(Stream.of(original).map(h -> h.key()).toArray(String[]::new));
      for (var i = 0; i < original.length; i++) {
        assertThat(values[i]).isEqualTo(original[i].value());
      }
    }

    @Test // case K4 a
    void parksMissingAndDoubledIdsAndTypes() {
      var twoIds = placed(order);
      header(twoIds, EventHeaders.ID, UUID.randomUUID().toString());
      var noId = placed(order);
      noId.headers().remove(EventHeaders.ID);
      var noType = placed(order);
      noType.headers().remove(EventHeaders.TYPE);
      var future = placed(order);
      future.headers().remove(EventHeaders.TYPE);
      header(future, EventHeaders.TYPE, "dev.quadrille.contracts.OrderPlacedV2");
      var before = counted("POISON");
      deliverRecords(service, List.of(twoIds, noId, noType, future));
      assertThat(parked()).hasSize(4).containsOnly("POISON");
      assertThat(counted("POISON") - before).isEqualTo(4);
      assertThat(effects(order)).isZero();
    }

    @Test // case S7
    void parksValuesThatNoEventMayHave() {
      var codec = service.bean(EventCodec.class);
      assertThatThrownBy(() -> codec.encode(event(order, 0, 0)))
          .hasMessageContaining("quantity: is less than 1");
      assertThatThrownBy(() -> codec.encode(event(order, 2, Long.MAX_VALUE)))
          .hasMessageContaining("totalMinor");
    }
  }

  @Nested
  class Broken {

    @Test
    void isolatesTheOneEventAndAttemptsItFromTheParkingLot() {
      var neighbours = Stream.generate(UUID::randomUUID).limit(20).toList();
      var attempts = new AtomicInteger();
      tiny.when(
          order,
          nothing -> {
            if (attempts.incrementAndGet() < 12) {
              throw new IllegalStateException("marker@example.com");
            }
          });
      var batch = new ArrayList<>(neighbours.stream().map(HandlingIT::placed).toList());
      batch.add(10, placed(order));
      deliverRecords(service, batch);
      assertThat(neighbours).allSatisfy(one -> assertThat(effects(one)).isOne());
      assertThat(parkedDetail()).contains("IllegalStateException").doesNotContain("marker");
    }

    @Test
    void isolatesAnEventThatTheStackIsTooSmallFor() {
      tiny.when(order, HandlingIT::withoutEnd);
      var neighbour = UUID.randomUUID();
      deliverRecords(service, List.of(placed(order), placed(neighbour)));
      assertThat(effects(neighbour)).isOne();
      assertThat(parkedDetail()).startsWith("java.lang.StackOverflowError");
    }

    @Test
    void isolatesOneOfManyInFewTransactions() {
      var batch = batch(500);
      breakForGood(order);
      batch.set(317, placed(order));
      var transactions = transactions(() -> deliverRecords(service, batch));
      assertThat(transactions).isLessThanOrEqualTo(2 + 2 * 9);
      assertThat(parked()).containsExactly("BROKEN");
      assertThat(handled(batch)).isEqualTo(499);
    }

    @Test
    void takesPoisonOutOfABatchWithoutAnyMore() {
      var batch = batch(500);
      for (var i = 0; i < 500; i += 10) {
        batch.set(i, carrying(new byte[] {1}, new byte[] {1}));
      }
      assertThat(transactions(() -> deliverRecords(service, batch))).isOne();
      assertThat(parked()).hasSize(50);
      assertThat(handled(batch)).isEqualTo(450);
    }

    @Test
    void isNoSlowerThanOneByOneWhenEachTenthBreaks() {
      var batch = batch(500);
      for (var i = 3; i < 500; i += 10) {
        var bad = UUID.randomUUID();
        breakForGood(bad);
        batch.set(i, placed(bad));
      }
      var transactions = transactions(() -> deliverRecords(service, batch));
      assertThat(transactions).isLessThanOrEqualTo(500);
      assertThat(parked()).hasSize(50);
      assertThat(handled(batch)).isEqualTo(450);
    }

    @Test
    void parksWhatLosesEveryRace() {
      tiny.when(
          order,
          database -> database.sql("INSERT INTO effect VALUES (?, 1)").param(order).update());
      var neighbour = UUID.randomUUID();
      deliverRecords(service, List.of(placed(order), placed(neighbour)));
      assertThat(parked()).containsExactly("BROKEN");
      assertThat(effects(neighbour)).isOne();
    }

    @Test
    void saysWhichConstraintStoodInTheWay() {
      tiny.when(order, database -> database.sql("UPDATE effect SET order_id = NULL").update());
      deliverRecords(service, List.of(placed(order)));
      assertThat(parkedDetail())
          .startsWith("org.postgresql.util.PSQLException 23502 at dev.quadrille.handling.");
    }

    @Test // case R6
    void tellsTheLogWhereItBrokeAndNothingPersonal() {
      breakForGood(order);
      var log = captured(() -> deliverRecords(service, List.of(placed(order))));
      assertThat(log)
          .contains("IllegalStateException", "HandlingIT", "parked as BROKEN")
          .doesNotContain("marker@example.com");
    }

    @Test
    void handlesAParkedEventWhenItsCauseIsGone() {
      var broken = new AtomicInteger(1);
      tiny.when(
          order,
          nothing -> {
            if (broken.get() == 1) {
              throw new IllegalStateException("broken");
            }
          });
      var record = placed(order);
      deliverRecords(service, List.of(record));
      assertThat(parked()).containsExactly("BROKEN");
      broken.set(0);
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(() -> assertThat(effects(order)).isOne());
      await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(parked()).isEmpty());
      deliverRecords(service, List.of(record));
      assertThat(effects(order)).as("redelivered afterwards").isOne();
    }

    @Test
    void leavesABrokenEventToAPersonAfterThreeAttempts() {
      var attempts = new AtomicInteger();
      tiny.when(
          order,
          nothing -> {
            attempts.incrementAndGet();
            throw new IllegalStateException("broken for good");
          });
      deliverRecords(service, List.of(placed(order)));
      await()
          .atMost(Duration.ofSeconds(10))
          .until(
              () ->
                  jdbc.sql("SELECT attempts FROM parked_events WHERE next_attempt_at IS NULL")
                      .query(Integer.class)
                      .optional()
                      .isPresent());
      assertThat(attempts).hasValue(3);
      assertThat(effects(order)).isZero();
    }

    @Test
    void parksAnEventAboutAnUnknownAggregateAndGoesOnAttempting() {
      deliverRecords(service, List.of(placed(UNKNOWN), placed(order)));
      assertThat(parked()).containsExactly("TOO_EARLY");
      assertThat(effects(order)).isOne();
      awaitAttempts(5);
    }

    @Test
    void attemptsWhatCameTooEarlySlowlyInTheEnd() {
      deliverRecords(service, List.of(placed(UNKNOWN)));
      jdbc.sql("UPDATE parked_events SET attempts = 40, next_attempt_at = now()").update();
      awaitAttempts(41);
      var pause =
          jdbc.sql("SELECT extract(epoch FROM next_attempt_at - now()) FROM parked_events")
              .query(Double.class)
              .single();
      assertThat(pause).as("seconds").isBetween(280.0, 300.0);
    }

    @Test
    void isDrainedThoughSomethingIsTooEarlyForEver() {
      deliverRecords(service, List.of(placed(UNKNOWN)));
      var left = new DueAttempts(jdbc, Duration.ofMinutes(5));
      assertThat(left.left()).containsExactly("1 parked events are to be attempted again");
      jdbc.sql("UPDATE parked_events SET parked_at = now() - interval '6 minutes'").update();
      assertThat(left.left()).isEmpty();
    }

    private void awaitAttempts(int attempts) {
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () ->
                  jdbc.sql("SELECT attempts FROM parked_events").query(Integer.class).single()
                      >= attempts);
    }
  }

  @Nested
  class Surroundings {

    @Test
    void runsAgainAtOnceWhenARaceIsLost() {
      var attempts = new AtomicInteger();
      tiny.when(
          order,
          database -> {
            if (attempts.incrementAndGet() < 3) {
              database.sql("INSERT INTO effect VALUES (?, 1)").param(order).update();
            }
          });
      deliverRecords(service, List.of(placed(order)));
      assertThat(attempts).hasValue(3);
      assertThat(effects(order)).isOne();
      assertThat(parked()).isEmpty();
    }

    @Test // case K4 b, through Kafka
    void waitsForADatabaseThatIsAwayAndParksNothing() {
      var name = service.database().name();
      var server = service.database().sibling("postgres");
      server.execute("ALTER DATABASE \"%s\" ALLOW_CONNECTIONS false".formatted(name));
      try {
        server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'"
                .formatted(name));
        publish(service, List.of(event(order, 1, 5)));
        await().atMost(Duration.ofSeconds(20)).until(() -> waitingForConnections() >= 2);
      } finally {
        server.execute("ALTER DATABASE \"%s\" ALLOW_CONNECTIONS true".formatted(name));
      }
      await()
          .atMost(Duration.ofSeconds(30))
          .ignoreExceptions()
          .untilAsserted(() -> assertThat(effects(order)).isOne());
      assertThat(parked()).isEmpty();
    }

    @Test // case K4
    void neitherSkipsNorParksWhenTheDatabaseFails() {
      tiny.when(
          order,
          database ->
              database
                  .sql("SELECT pg_terminate_backend(pg_backend_pid())")
                  .query(Boolean.class)
                  .single());
      var record = placed(order);
      assertThatThrownBy(() -> deliverRecords(service, List.of(record)))
          .isInstanceOf(TransientFailureException.class);
      assertThat(parked()).isEmpty();
      tiny.when(order, database -> {});
      deliverRecords(service, List.of(record));
      assertThat(effects(order)).isOne();
    }
  }

  @Nested
  class Shown {
    /** The relay may have been cut off by another test: its lease has to run out first. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void countsWhatWaitsOnALane() {
      var lanes = service.bean(Lanes.class);
      lanes.pause(Lane.FORWARD);
      try {
        // A poll that is under way may still bring something.
        await().atMost(PATIENCE).until(() -> lanes.paused(Lane.FORWARD));
        service.tell(event(order, 1, 5));
        awaitLag("forward", lag -> lag > 0);
        awaitLag("compensation", lag -> lag == 0);
      } finally {
        lanes.resume(Lane.FORWARD);
      }
      awaitLag("forward", lag -> lag == 0);
    }

    @Test // case P3
    void saysThatOnlyANewProcessHelpsOnceAConsumerHasDied() {
      var nobody = service.calledByNobody();
      assertThat(nobody.get("/actuator/health/liveness").status()).isEqualTo(200);
      tiny.when(
          order,
          nothing -> {
            throw new LinkageError("planted");
          });
      service.tell(event(order, 1, 5));
      await().atMost(PATIENCE).until(() -> nobody.get("/actuator/health/liveness").status() == 503);

      tiny.when(order, nothing -> {});
      var lanes = service.bean(Lanes.class);
      lanes.stop();
      lanes.start();
      assertThat(nobody.get("/actuator/health/liveness").status()).isEqualTo(200);
      await().atMost(PATIENCE).until(() -> effects(order) == 1);
    }

    private void awaitLag(String lane, DoublePredicate expected) {
      await(lane)
          .atMost(PATIENCE)
          .until(
              () ->
                  expected.test(
                      service
                          .bean(MeterRegistry.class)
                          .get("quadrille.handling.lag")
                          .tag("lane", lane)
                          .gauge()
                          .value()));
    }
  }

  private static void withoutEnd(JdbcClient database) {
    withoutEnd(database);
  }

  private static void breakForGood(UUID order) {
    tiny.when(
        order,
        nothing -> {
          throw new IllegalStateException("marker@example.com");
        });
  }

  private static List<ConsumerRecord<byte[], byte[]>> batch(int size) {
    return new ArrayList<>(
        Stream.generate(UUID::randomUUID).limit(size).map(HandlingIT::placed).toList());
  }

  private static long handled(List<ConsumerRecord<byte[], byte[]>> batch) {
    var orders = batch.stream().map(record -> new String(record.key(), UTF_8)).toList();
    return jdbc.sql("SELECT count(*) FROM effect WHERE times = 1 AND order_id::text = ANY(?)")
        .param(orders.toArray(String[]::new))
        .query(Long.class)
        .single();
  }

  /** How many transactions some work begins on this thread. */
  private static int transactions(Runnable work) {
    var here = Thread.currentThread();
    var begun = new AtomicInteger();
    var transactions = service.bean(ConfigurableTransactionManager.class);
    transactions.setTransactionExecutionListeners(
        List.of(
            new TransactionExecutionListener() {
              @Override
              public void beforeBegin(TransactionExecution transaction) {
                if (Thread.currentThread() == here) {
                  begun.incrementAndGet();
                }
              }
            }));
    work.run();
    transactions.setTransactionExecutionListeners(List.of());
    return begun.get();
  }

  /** Of the lanes and of what attempts parked events. */
  private static int waitingForConnections() {
    var pool =
        (HikariDataSource) service.bean(HandlingPool.class).getResolvedDataSources().get(true);
    return pool.getHikariPoolMXBean().getThreadsAwaitingConnection();
  }

  private static double counted(String reason) {
    return service
        .bean(MeterRegistry.class)
        .find("quadrille.handling.parked")
        .tag("reason", reason)
        .counters()
        .stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  /** What the runtime logs meanwhile, with stack traces. */
  private static String captured(Runnable work) {
    var logger = (Logger) LoggerFactory.getLogger("dev.quadrille");
    var events = new ListAppender<ILoggingEvent>();
    events.start();
    logger.addAppender(events);
    try {
      work.run();
    } finally {
      logger.detachAppender(events);
    }
    return events.list.stream()
        .map(
            event ->
                event.getFormattedMessage()
                    + ThrowableProxyUtil.asString(event.getThrowableProxy()))
        .collect(Collectors.joining("\n"));
  }

  private static ConsumerRecord<byte[], byte[]> placed(UUID order) {
    var event = event(order, 1, 5);
    return DeliveredBatch.record(event, service.bean(EventCodec.class).encode(event));
  }

  private static OrderPlaced event(UUID order, int quantity, long price) {
    var line = new OrderLine("tea", quantity, price);
    return new OrderPlaced(order, "m", "n", "c", "EUR", price, List.of(line), NOW, NOW);
  }

  private static ConsumerRecord<byte[], byte[]> withId(UUID order, String id) {
    var record = placed(order);
    record.headers().remove(EventHeaders.ID);
    header(record, EventHeaders.ID, id);
    return record;
  }

  private static ConsumerRecord<byte[], byte[]> carrying(byte[] value, byte[] key) {
    var like = placed(UUID.randomUUID());
    var record = new ConsumerRecord<>(like.topic(), like.partition(), like.offset(), key, value);
    like.headers().forEach(record.headers()::add);
    return record;
  }

  private static int effects(UUID order) {
    return jdbc.sql("SELECT times FROM effect WHERE order_id = ?")
        .param(order)
        .query(Integer.class)
        .optional()
        .orElse(0);
  }

  private static List<String> parked() {
    return jdbc.sql("SELECT reason FROM parked_events WHERE settled_at IS NULL ORDER BY id")
        .query(String.class)
        .list();
  }

  private static String parkedDetail() {
    return jdbc.sql("SELECT detail FROM parked_events").query(String.class).single();
  }

  private static byte[] parkedValue(ConsumerRecord<byte[], byte[]> record) {
    return jdbc.sql("SELECT value FROM parked_events WHERE \"offset\" = ?")
        .param(record.offset())
        .query((row, number) -> row.getBytes(1))
        .list()
        .get(0);
  }

  private static <T> T array(String column, Class<T> type) {
    return jdbc.sql("SELECT " + column + " FROM parked_events")
        .query((row, number) -> type.cast(row.getArray(1).getArray()))
        .single();
  }
}
