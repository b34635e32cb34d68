package dev.quadrille.system;

import static dev.quadrille.local.Participant.ACCOUNT;
import static dev.quadrille.local.Participant.INVENTORY;
import static dev.quadrille.local.Participant.NOTIFICATION;
import static dev.quadrille.local.Participant.ORDER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.checks.Exposition;
import dev.quadrille.checks.Observability;
import dev.quadrille.checks.Query;
import dev.quadrille.cli.LocalStage;
import dev.quadrille.cli.demo.Demo;
import dev.quadrille.cli.demo.Scenes;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.oracle.Oracle;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Four processes, each of which may die at any moment. {@code -Dquadrille.stops=N} stops so many of
 * them in order, one after the other; {@code -Dquadrille.rounds=N} takes Kafka away so often, for
 * {@code -Dquadrille.outage=N} seconds.
 */
@ExtendWith(DancingSystem.class)
class DanceSystemTest {
  private static final Logger log = LoggerFactory.getLogger(DanceSystemTest.class);
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration OUTAGE =
      Duration.ofSeconds(Integer.getInteger("quadrille.outage", 5));
  private static final int ROUNDS = Integer.getInteger("quadrille.rounds", 1);
  private static final int STOPS = Integer.getInteger("quadrille.stops", 4);
  private static final int ENOUGH = 5_000;
  private static final int STOPPING_RATE = 20;
  private static final int OUTAGE_RATE = 20;
  // The relay records its progress with each beat, and begins there again.
  private static final Duration BEAT = Duration.ofSeconds(1);

  private final LocalSystem system;
  private final LocalStage stage;

  DanceSystemTest(LocalSystem system) {
    this.system = system;
    this.stage = new LocalStage(system);
  }

  @Test
  void dancesTheScenesOfTheDemo() {
    var printed = new StringWriter();
    var demo = new Demo(stage, new PrintWriter(printed), system::requireOpen);
    assertThat(demo.run()).as(printed.toString()).isTrue();
    thenAllThatAlertsAndDashboardsAskForIsExposed();
  }

  private void thenAllThatAlertsAndDashboardsAskForIsExposed() {
    var queries = new Observability(Path.of("../observability")).queries();
    var services = Stream.of(Participant.values()).map(system.addresses()::url).toList();
    assertThat(queries).hasSizeGreaterThan(40);
    // Some figures are looked up for the first time a moment after the start.
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              var exposed = Exposition.of(services);
              assertThat(queries)
                  .allSatisfy(
                      (place, query) ->
                          assertThat(exposed.missing(Query.of(query))).as(place).isEmpty());
            });
  }

  @ParameterizedTest
  @CsvSource({"INVENTORY, ORDER", "ACCOUNT, NOTIFICATION"})
  void losesAndDoublesNothingWhenServicesAreKilledInABurst(Participant first, Participant second) {
    var burst = burst("kill-" + first);
    awaitOrders(50);
    killAndStart(first);
    killAndStart(second);
    burst.join();
    thenAllAgrees();
  }

  private void killAndStart(Participant victim) {
    system.kill(victim);
    system.start(victim);
  }

  @Test // case P1
  void losesParksAndHardlyRepeatsAnythingWhenServicesAreStoppedUnderLoad() {
    var services = List.of(ACCOUNT, ORDER, INVENTORY, NOTIFICATION);
    try (var traffic = new Traffic(stage, new Random(), STOPS * ENOUGH)) {
      traffic.flow(STOPPING_RATE);
      var stops = new ArrayList<Stop>();
      for (var stop = 0; stop < STOPS; stop++) {
        awaitOrders(STOPPING_RATE);
        stops.add(stopAndStart(services.get(stop % services.size())));
      }
      thenEverybodyWasAnswered(traffic);
      thenAllAgrees();
      thenNothingWasRepeatedButWhatWasInFlight(stops);
    }
  }

  private Stop stopAndStart(Participant victim) {
    var asked = Instant.now();
    assertThat(system.stop(victim)).as("%s ends in order", victim).isTrue();
    var stop = new Stop(victim, asked, Instant.now());
    system.start(victim);
    return stop;
  }

  private void thenNothingWasRepeatedButWhatWasInFlight(List<Stop> stops) {
    var since = stops.get(0).asked;
    for (var victim : Set.copyOf(stops.stream().map(Stop::victim).toList())) {
      var published = Published.by(victim.label(), stage, since.minus(BEAT), PATIENCE);
      var inFlight =
          stops.stream()
              .filter(stop -> stop.victim == victim)
              .mapToLong(stop -> published.written(stop.asked.minus(BEAT), stop.ended))
              .sum();
      log.info(
          "{}: {} of {} events came again, {} were in flight",
          victim,
          published.repeated().size(),
          published.events(),
          inFlight);
      assertThat((long) published.repeated().size()).as("%s", victim).isLessThanOrEqualTo(inFlight);
    }
  }

  @ParameterizedTest // case O5
  @EnumSource
  void losesAndDoublesNothingWhenARelayDiesWhileKafkaIsAway(Back first) {
    for (var round = 0; round < ROUNDS; round++) {
      try (var traffic = new Traffic(stage, new Random(), ENOUGH)) {
        traffic.flow(OUTAGE_RATE);
        awaitOrders(OUTAGE_RATE);
        system.platform().kafka().kill();
        endureHalfTheOutage();
        system.kill(ORDER);
        switch (first) {
          case KAFKA -> {
            endureHalfTheOutage();
            system.platform().kafka().start();
            system.start(ORDER);
          }
          case RELAY -> startBeforeKafka(ORDER);
        }
        thenEverybodyWasAnswered(traffic);
      }
      thenAllAgrees();
    }
  }

  /** It comes up, lives without Kafka, and is ready as soon as Kafka is there. */
  private void startBeforeKafka(Participant service) {
    var ready = CompletableFuture.runAsync(() -> system.start(service));
    var health = new HttpCaller(system.addresses().url(service), null);
    await()
        .atMost(PATIENCE)
        .ignoreException(UncheckedIOException.class)
        .until(() -> health.get("/actuator/health/liveness").status() == 200);
    endureHalfTheOutage();
    assertThat(ready).as("%s is not ready, and has not ended", service).isNotDone();
    assertThat(health.get("/actuator/health/liveness").status()).isEqualTo(200);
    system.platform().kafka().start();
    ready.join();
  }

  private void endureHalfTheOutage() {
    await()
        .during(OUTAGE.dividedBy(2))
        .atMost(OUTAGE)
        .until(() -> !system.platform().kafka().isRunning());
  }

  private static void thenEverybodyWasAnswered(Traffic traffic) {
    assertThat(traffic.end(PATIENCE)).as("everybody was answered").isTrue();
    assertThat(traffic.failed()).isZero();
    assertThat(traffic.orders()).isEqualTo(traffic.placed());
  }

  private CompletableFuture<Void> burst(String name) {
    return CompletableFuture.runAsync(() -> new Scenes(stage).burst(name, name));
  }

  /** Waits until a part of the burst was accepted. */
  private void awaitOrders(int more) {
    var before = orders();
    await().atMost(PATIENCE).until(() -> orders() >= before + more);
  }

  private long orders() {
    return stage.database("order").sql("SELECT count(*) FROM orders").query(Long.class).single();
  }

  private void thenAllAgrees() {
    var verdict = new Oracle(stage).settled(PATIENCE);
    assertThat(verdict.findings()).isEmpty();
    assertThat(verdict.inFlight()).isZero();
  }

  /** Who is back first after an outage. */
  enum Back {
    KAFKA,
    RELAY
  }

  private record Stop(Participant victim, Instant asked, Instant ended) {}
}
