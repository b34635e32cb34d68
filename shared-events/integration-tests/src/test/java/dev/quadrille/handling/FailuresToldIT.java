package dev.quadrille.handling;

import static dev.quadrille.handling.DeliveredBatch.deliverRecords;
import static dev.quadrille.handling.PublishedEvents.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.quadrille.codec.EventCodec;
import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.testkit.RunningService;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Each failure is one line of the log and one count, however often it is met. */
class FailuresToldIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("dev.quadrille.handling");

  private static RunningService service;
  private static TinyApplication tiny;
  private static JdbcClient jdbc;

  private final UUID order = UUID.randomUUID();
  private final Lines log = new Lines();
  private final AtomicBoolean overloaded = new AtomicBoolean();

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            TinyApplication.class,
            "tiny",
            "quadrille.handling.attempt-delay=100ms",
            "quadrille.handling.longest-attempt-delay=200ms",
            "quadrille.handling.first-back-off=100ms",
            "quadrille.handling.longest-back-off=200ms");
    tiny = service.bean(TinyApplication.class);
    jdbc = service.bean(JdbcClient.class);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void listen() {
    // What another test has published may be handled, and counted, after that test.
    var backlog = service.bean(LaneBacklog.class);
    await().atMost(PATIENCE).until(() -> backlog.left().isEmpty());
    jdbc.sql("DELETE FROM parked_events").update();
    log.start();
    LOGGER.addAppender(log);
  }

  @AfterEach
  void listenNoMore() {
    overloaded.set(false);
    LOGGER.detachAppender(log);
  }

  @Test
  void ofPoison() {
    var before = counts();
    var poison = carrying(placed(order), new byte[] {1});
    deliverRecords(service, List.of(poison));
    deliverRecords(service, List.of(poison));

    assertThat(log.from(Level.WARN)).singleElement().asString().startsWith("parked as POISON");
    assertThat(counts()).isEqualTo(before.plus("parked POISON"));
  }

  @Test
  void ofAContradiction() {
    var before = counts();
    var first = placed(order);
    var content = new OrderPlaced(order, "m", "n", "other", "EUR", 5L, lines(), NOW, NOW);
    var other = carrying(first, service.bean(EventCodec.class).encode(content));
    deliverRecords(service, List.of(first));
    deliverRecords(service, List.of(other));

    assertThat(log.from(Level.WARN))
        .singleElement()
        .asString()
        .startsWith("parked as CONTRADICTION");
    assertThat(counts()).isEqualTo(before.plus("parked CONTRADICTION").plus("events handled"));
  }

  @Test
  void ofWhatComesTooEarlyHoweverOftenItIsAttempted() {
    var before = counts();
    deliverRecords(service, List.of(placed(HandlingIT.UNKNOWN)));
    awaitAttempts(5);

    assertThat(log.from(Level.WARN)).singleElement().asString().startsWith("parked as TOO_EARLY");
    assertThat(counts()).isEqualTo(before.plus("parked TOO_EARLY"));
  }

  @Test
  void ofABrokenOneOfManyWithItsStackUntilItIsLeftToAPerson() {
    var before = counts();
    tiny.when(
        order,
        nothing -> {
          throw new IllegalStateException("broken for good");
        });
    var batch =
        new ArrayList<>(Stream.generate(() -> placed(UUID.randomUUID())).limit(99).toList());
    batch.add(42, placed(order));
    deliverRecords(service, batch);
    awaitAttempts(3);

    assertThat(log.from(Level.WARN)).singleElement().asString().startsWith("parked as BROKEN");
    var cause = log.list.stream().filter(line -> line.getLevel() == Level.WARN).findFirst();
    assertThat(cause.orElseThrow().getThrowableProxy().getStackTraceElementProxyArray())
        .anyMatch(frame -> frame.toString().contains("FailuresToldIT"));
    assertThat(counts())
        .isEqualTo(before.plus("failures BROKEN").plus("parked BROKEN").plus("events handled", 99));
  }

  @Test
  void ofOneThatBreaksInAnotherWayLaterTellsThatToo() {
    var before = counts();
    var attempts = new AtomicInteger();
    tiny.when(
        order,
        nothing -> {
          if (attempts.incrementAndGet() == 1) {
            throw new IllegalStateException("at first");
          }
          throw new UnsupportedOperationException("later");
        });
    deliverRecords(service, List.of(placed(order)));
    awaitAttempts(3);

    var lines = log.from(Level.WARN);
    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).contains("UnsupportedOperationException").doesNotContain("later");
    assertThat(counts()).isEqualTo(before.plus("failures BROKEN").plus("parked BROKEN"));
  }

  @Test
  void ofALostRace() {
    var before = counts();
    var attempts = new AtomicInteger();
    tiny.when(
        order,
        database -> {
          if (attempts.incrementAndGet() < 4) {
            violateUniqueness(database);
          }
        });
    deliverRecords(service, List.of(placed(order)));

    assertThat(log.from(Level.WARN)).isEmpty();
    assertThat(log.from(Level.INFO))
        .containsExactly("forward lane has lost a race and run again, 3 times");
    assertThat(counts()).isEqualTo(before.plus("failures LOST_RACE").plus("events handled"));
  }

  @Test
  void ofWhatLosesEveryRaceAsBroken() {
    var before = counts();
    tiny.when(order, this::violateUniqueness);
    deliverRecords(service, List.of(placed(order), placed(UUID.randomUUID())));

    assertThat(log.from(Level.WARN)).singleElement().asString().startsWith("parked as BROKEN");
    assertThat(counts())
        .isEqualTo(before.plus("failures BROKEN").plus("parked BROKEN").plus("events handled"));
  }

  @Test
  void ofATypeThatNothingFollowsFromHere() {
    var before = counts();
    deliverRecords(service, List.of(record(new OrderConfirmed(order, "c", "n", "EUR", 5L, NOW))));

    assertThat(log.from(Level.INFO)).isEmpty();
    assertThat(counts()).isEqualTo(before.plus("events skipped"));
    var skipped =
        service
            .bean(MeterRegistry.class)
            .get("quadrille.handling.events")
            .tags("type", "OrderConfirmed", "lane", "forward", "outcome", "skipped")
            .counter();
    assertThat(skipped.count()).isOne();
  }

  @Test // through Kafka, on both threads of the lane, while others go on
  void ofAnOutageAtItsBeginAndAtItsEnd() {
    overloaded.set(true);
    var unlucky = Stream.generate(UUID::randomUUID).limit(24).toList();
    unlucky.forEach(each -> tiny.when(each, database -> failIfOverloaded(database)));
    publish(service, unlucky.stream().map(FailuresToldIT::event).toList());
    var before = service.failures("TRANSIENT");
    await().atMost(PATIENCE).until(() -> service.failures("TRANSIENT") > before + 12);

    assertThat(log.from(Level.INFO))
        .singleElement()
        .asString()
        .startsWith("forward lane pauses PT0.1S: ")
        .contains("statement timeout");
    overloaded.set(false);
    await().atMost(PATIENCE).until(() -> log.from(Level.INFO).size() > 1);
    unlucky.forEach(each -> await().atMost(PATIENCE).until(() -> effects(each) == 1));
    assertThat(log.from(Level.INFO)).hasSize(2);
    assertThat(log.from(Level.INFO).get(1)).startsWith("forward lane goes on after PT");
  }

  @Test
  void ofAnOutageThatOneConsumerMeetsWhileTheOthersGoOn() {
    overloaded.set(true);
    tiny.when(order, database -> failIfOverloaded(database));
    publish(service, List.of(event(order)));
    var before = service.failures("TRANSIENT");
    for (var i = 0; i < 12; i++) {
      var wanted = before + i;
      publish(service, Stream.generate(() -> event(UUID.randomUUID())).limit(6).toList());
      await().atMost(PATIENCE).until(() -> service.failures("TRANSIENT") > wanted);
    }
    assertThat(log.from(Level.INFO)).hasSize(1);
    overloaded.set(false);
    await().atMost(PATIENCE).until(() -> effects(order) == 1);
    await().atMost(PATIENCE).until(() -> log.from(Level.INFO).size() > 1);
    assertThat(log.from(Level.INFO)).hasSize(2);
  }

  @Test
  void ofAnOutageThatTheParkingLotMeets() {
    var attempts = new AtomicInteger();
    overloaded.set(true);
    tiny.when(
        order,
        database -> {
          if (attempts.incrementAndGet() == 1) {
            throw new IllegalStateException("broken");
          }
          failIfOverloaded(database);
        });
    deliverRecords(service, List.of(placed(order)));
    await().atMost(PATIENCE).until(() -> attempts.get() > 4);
    overloaded.set(false);
    await().atMost(PATIENCE).until(() -> log.from(Level.INFO).size() > 2);

    var lines = log.from(Level.INFO);
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("parked as BROKEN");
    assertThat(lines.get(1)).startsWith("parking lot puts off event ");
    assertThat(lines.get(2)).startsWith("parking lot goes on after PT");
    assertThat(effects(order)).isOne();
  }

  private void failIfOverloaded(JdbcClient database) {
    if (overloaded.get()) {
      database.sql("SET LOCAL statement_timeout = 5").update();
      database.sql("SELECT 1 FROM pg_sleep(10)").query(Integer.class).single();
    }
  }

  private void violateUniqueness(JdbcClient database) {
    database.sql("INSERT INTO effect VALUES (?, 1)").param(order).update();
  }

  private static void awaitAttempts(int attempts) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                jdbc.sql("SELECT attempts FROM parked_events").query(Integer.class).single()
                    >= attempts);
  }

  private static int effects(UUID order) {
    return jdbc.sql("SELECT coalesce(max(times), 0) FROM effect WHERE order_id = ?")
        .param(order)
        .query(Integer.class)
        .single();
  }

  private static ConsumerRecord<byte[], byte[]> placed(UUID order) {
    return record(event(order));
  }

  private static OrderPlaced event(UUID order) {
    return new OrderPlaced(order, "m", "n", "c", "EUR", 5L, lines(), NOW, NOW);
  }

  private static List<OrderLine> lines() {
    return List.of(new OrderLine("tea", 1, 5L));
  }

  private static ConsumerRecord<byte[], byte[]> record(SpecificRecord event) {
    return DeliveredBatch.record(event, service.bean(EventCodec.class).encode(event));
  }

  private static ConsumerRecord<byte[], byte[]> carrying(
      ConsumerRecord<byte[], byte[]> like, byte[] value) {
    var other = DeliveredBatch.record(event(UUID.randomUUID()), value);
    var record =
        new ConsumerRecord<>(other.topic(), other.partition(), other.offset(), like.key(), value);
    like.headers().forEach(record.headers()::add);
    return record;
  }

  /**
   * All that is counted of failures, of what is parked and of events, by class, reason, outcome.
   */
  private static Counts counts() {
    var found = new TreeMap<String, Integer>();
    count(found, "failures", "class");
    count(found, "parked", "reason");
    count(found, "events", "outcome");
    return new Counts(found);
  }

  private static void count(Map<String, Integer> found, String what, String tag) {
    var counters = service.bean(MeterRegistry.class).find("quadrille.handling." + what).counters();
    for (var counter : counters) {
      var name = what + " " + counter.getId().getTag(tag);
      found.merge(name, (int) counter.count(), Integer::sum);
    }
  }

  private record Counts(Map<String, Integer> counts) {

    Counts plus(String what) {
      return plus(what, 1);
    }

    Counts plus(String what, int times) {
      var more = new TreeMap<>(counts);
      more.merge(what, times, Integer::sum);
      return new Counts(more);
    }
  }

  private static final class Lines extends ListAppender<ILoggingEvent> {

    List<String> from(Level least) {
      return List.copyOf(list).stream()
          .filter(line -> line.getLevel().isGreaterOrEqual(least))
          .map(ILoggingEvent::getFormattedMessage)
          .toList();
    }
  }
}
