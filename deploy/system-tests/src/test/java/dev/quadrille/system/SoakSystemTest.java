package dev.quadrille.system;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quadrille.cli.LocalStage;
import dev.quadrille.codec.FaultyRegistry;
import dev.quadrille.local.Addresses;
import dev.quadrille.local.Hosting;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Participant;
import dev.quadrille.local.SystemPorts;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.oracle.Oracle;
import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.NetworkLink;
import dev.quadrille.testkit.platform.Progress;
import dev.quadrille.testkit.platform.WorkDirectory;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A steady stream of orders over four processes, and trouble of every kind all the time. {@code
 * -Dquadrille.soak.minutes=N} says for how long, {@code -Dquadrille.soak.rate=N} how many orders a
 * second, {@code -Dquadrille.seed=N} makes the trouble of a run again.
 */
class SoakSystemTest {
  private static final Logger log = LoggerFactory.getLogger(SoakSystemTest.class);
  private static final int MINUTES = Integer.getInteger("quadrille.soak.minutes", 0);
  // Half of what two cores do without trouble.
  private static final int RATE = Integer.getInteger("quadrille.soak.rate", 60);
  private static final long SEED = Long.getLong("quadrille.seed", System.nanoTime());
  private static final Duration PATIENCE = Duration.ofMinutes(6);

  @Test // cases A3, A6, K2, K5, O2, O5, O7, P1, P3, P6
  void losesAndDoublesNothingThroughTroubleOfEveryKind() throws Exception {
    assumeTrue(MINUTES > 0, "it soaks for -Dquadrille.soak.minutes=N only");
    log.info("seed {}", SEED);
    var ports = SystemPorts.free();
    try (var link = NetworkLink.to(ports.platform().postgres());
        var registry = new FaultyRegistry(new Addresses(ports).ccompat());
        var system =
            new LocalSystem(
                WorkDirectory.temporary(),
                ports,
                Hosting.OWN_JVMS,
                Progress.SILENT,
                database -> over(link, database))) {
      system.configure(List.of("--quadrille.codec.registry-url=" + registry.url()));
      system.start();
      var stage = new LocalStage(system);
      soak(system, stage, new Trouble(system, stage, link, registry, new Random(SEED)));
    }
  }

  private void soak(LocalSystem system, LocalStage stage, Trouble trouble) {
    var troubles = new Troubles(trouble, SEED);
    var watch = Executors.newSingleThreadScheduledExecutor();
    try (var traffic = new Traffic(stage, new Random(SEED), RATE * 60 * (MINUTES + 2))) {
      var dead = watchLiveness(system, watch);
      watch.scheduleAtFixedRate(
          () -> log.info("{} orders placed; {}", traffic.placed(), troubles.made()),
          60,
          60,
          SECONDS);
      traffic.flow(RATE);
      troubles.until(Instant.now().plus(Duration.ofMinutes(MINUTES))).join();
      assertThat(traffic.end(PATIENCE)).as("everybody was answered").isTrue();

      log.info("made: {}", troubles.made());
      assertThat(troubles.made()).containsOnlyKeys(Trouble.Kind.values());
      trouble.poison().thenAllOfItIsParked(PATIENCE);
      var verdict = new Oracle(stage, trouble.poison().positions()).settled(PATIENCE);
      log.info("counted: {}", verdict.counted());
      assertThat(verdict.findings()).isEmpty();
      assertThat(verdict.inFlight()).isZero();
      assertThat(traffic.failed()).isZero();
      assertThat(dead).as("services that called for their end").isEmpty();
    } finally {
      watch.shutdown();
    }
  }

  /**
   * Asks every service each second whether it wants to be replaced: nothing here is a reason. Like
   * Kubernetes with a startup probe, it listens to no process that was not alive yet.
   */
  private static List<String> watchLiveness(LocalSystem system, ScheduledExecutorService watch) {
    var dead = new CopyOnWriteArrayList<String>();
    var alive = EnumSet.noneOf(Participant.class);
    watch.scheduleAtFixedRate(
        () -> {
          for (var participant : Participant.values()) {
            try {
              var answer =
                  new HttpCaller(system.addresses().url(participant), null)
                      .get("/actuator/health/liveness");
              if (answer.status() == 200) {
                alive.add(participant);
              } else if (alive.contains(participant)) {
                dead.add("%s at %s: %s".formatted(participant, Instant.now(), answer.body()));
              }
            } catch (UncheckedIOException down) {
              // It was killed, or is about to answer.
              alive.remove(participant);
            }
          }
        },
        1,
        1,
        SECONDS);
    return dead;
  }

  private static Database over(NetworkLink link, Database database) {
    return new Database(
        database.host(), link.port(), database.name(), database.user(), database.password());
  }
}
