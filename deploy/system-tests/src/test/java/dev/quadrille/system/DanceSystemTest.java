package dev.quadrille.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.cli.LocalStage;
import dev.quadrille.cli.demo.Demo;
import dev.quadrille.cli.demo.Scenes;
import dev.quadrille.local.Hosting;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.oracle.Oracle;
import dev.quadrille.testkit.platform.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Four processes, each of which may die at any moment. */
class DanceSystemTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static LocalSystem system;
  private static LocalStage stage;

  @BeforeAll
  static void start() {
    system = LocalSystem.start(Hosting.OWN_JVMS, Progress.SILENT);
    stage = new LocalStage(system.addresses());
  }

  @AfterAll
  static void stop() {
    system.close();
  }

  @Test
  void dancesTheScenesOfTheDemo() {
    var printed = new StringWriter();
    var demo = new Demo(stage, new PrintWriter(printed), system::requireOpen);
    assertThat(demo.run()).as(printed.toString()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Participant.class)
  void losesAndDoublesNothingWhenAServiceIsKilledInABurst(Participant victim) {
    var burst = burst("kill-" + victim);
    awaitOrders(100);
    system.kill(victim);
    system.start(victim);
    burst.join();
    thenAllAgrees();
  }

  private static CompletableFuture<Void> burst(String name) {
    return CompletableFuture.runAsync(() -> new Scenes(stage).burst(name, name));
  }

  /** Waits until a part of the burst was accepted. */
  private static void awaitOrders(int more) {
    var before = orders();
    await().atMost(PATIENCE).until(() -> orders() >= before + more);
  }

  private static long orders() {
    return stage.database("order").sql("SELECT count(*) FROM orders").query(Long.class).single();
  }

  private static void thenAllAgrees() {
    var verdict = new Oracle(stage).settled(PATIENCE);
    assertThat(verdict.findings()).isEmpty();
    assertThat(verdict.inFlight()).isZero();
  }
}
