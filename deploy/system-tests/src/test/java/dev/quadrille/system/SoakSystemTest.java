package dev.quadrille.system;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quadrille.cli.LocalStage;
import dev.quadrille.local.Hosting;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Participant;
import dev.quadrille.local.SystemPorts;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.oracle.Oracle;
import dev.quadrille.testkit.oracle.Target;
import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.NetworkLink;
import dev.quadrille.testkit.platform.Progress;
import dev.quadrille.testkit.platform.WorkDirectory;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A steady stream of orders over four processes, and one trouble a minute. {@code
 * -Dquadrille.soak.minutes=N} says for how long, {@code -Dquadrille.soak.rate=N} how many orders a
 * second.
 */
class SoakSystemTest {
  private static final Logger log = LoggerFactory.getLogger(SoakSystemTest.class);
  private static final int MINUTES = Integer.getInteger("quadrille.soak.minutes", 0);
  private static final int RATE = Integer.getInteger("quadrille.soak.rate", 5);
  private static final long SEED = Long.getLong("quadrille.seed", System.nanoTime());
  private static final Duration PATIENCE = Duration.ofMinutes(6);

  @Test // cases O5, O7, K2, P1, P3
  void losesAndDoublesNothingThroughATroubleAMinute() throws Exception {
    assumeTrue(MINUTES > 0, "it soaks for -Dquadrille.soak.minutes=N only");
    log.info("seed {}", SEED);
    var ports = SystemPorts.free();
    try (var link = NetworkLink.to(ports.platform().postgres());
        var system =
            new LocalSystem(
                WorkDirectory.temporary(),
                ports,
                Hosting.OWN_JVMS,
                Progress.SILENT,
                database -> over(link, database))) {
      system.start();
      soak(system, link);
    }
  }

  private void soak(LocalSystem system, NetworkLink link) {
    var stage = new LocalStage(system);
    var random = new Random(SEED);
    var trouble = new Trouble(system, stage, link, random);
    var traffic = new Traffic(stage, random, RATE * 60 * MINUTES);
    var clock = Executors.newScheduledThreadPool(2);
    var dead = watchLiveness(system, clock);
    var minutes = new AtomicInteger();
    traffic.flow(RATE);
    clock.scheduleAtFixedRate(
        () -> {
          var made = trouble.next();
          log.info(
              "minute {}: {} over, {} orders placed",
              minutes.incrementAndGet(),
              made,
              traffic.placed());
        },
        5,
        60,
        SECONDS);
    await()
        .atMost(Duration.ofMinutes(MINUTES * 2L + 5))
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> minutes.get() >= MINUTES);
    clock.shutdown();
    assertThat(traffic.end(PATIENCE)).as("everybody was answered").isTrue();

    thenOnlyPoisonIsParked(stage);
    var verdict = new Oracle(stage).settled(PATIENCE);
    log.info("counted: {}", verdict.counted());
    assertThat(verdict.findings()).isEmpty();
    assertThat(verdict.inFlight()).isZero();
    assertThat(traffic.failed()).isZero();
    assertThat(dead).as("services that called for their end").isEmpty();
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

  private static void thenOnlyPoisonIsParked(LocalStage stage) {
    var others = new ArrayList<String>();
    for (var service : Target.SERVICES) {
      var parked = stage.database(service);
      parked
          .sql("DELETE FROM parked_events WHERE key = ? AND reason = 'POISON'")
          .param(Trouble.POISON.getBytes())
          .update();
      others.addAll(
          parked
              .sql("SELECT reason || ': ' || detail FROM parked_events WHERE settled_at IS NULL")
              .query(String.class)
              .list());
    }
    assertThat(others).isEmpty();
  }

  private static Database over(NetworkLink link, Database database) {
    return new Database(
        database.host(), link.port(), database.name(), database.user(), database.password());
  }
}
