package dev.quadrille.system;

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
import dev.quadrille.testkit.oracle.Oracle;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Four processes, each of which may die at any moment. {@code -Dquadrille.stops=N} stops more of
 * them in order, one after the other.
 */
@ExtendWith(DancingSystem.class)
class DanceSystemTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration OUTAGE = Duration.ofSeconds(5);

  private static final int STOPS = Integer.getInteger("quadrille.stops", 1);

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
  void losesDoublesAndParksNothingWhenServicesAreStoppedInABurst() {
    for (var stop = 0; stop < STOPS; stop++) {
      var services = Participant.values();
      var victim = services[(Participant.ACCOUNT.ordinal() + stop) % services.length];
      var burst = burst("stop-%s-%d".formatted(victim, stop));
      awaitOrders(50);
      assertThat(system.stop(victim)).as("%s ends in order", victim).isTrue();
      system.start(victim);
      burst.join();
      thenAllAgrees();
    }
  }

  @Test // case O5
  void losesAndDoublesNothingWhenARelayDiesWhileKafkaIsAway() {
    var kafka = system.platform().kafka();
    var burst = burst("outage");
    awaitOrders(50);
    kafka.kill();
    system.kill(Participant.ORDER);
    await().during(OUTAGE).atMost(OUTAGE.multipliedBy(2)).until(() -> !kafka.isRunning());
    // Without Kafka no service gets ready.
    kafka.start();
    system.start(Participant.ORDER);
    burst.join();
    thenAllAgrees();
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
}
