package dev.quadrille.system;

import static dev.quadrille.local.Participant.ORDER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.cli.LocalStage;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Replica;
import dev.quadrille.testkit.oracle.Oracle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two processes of one service on its database, of which one relays and the other stands by. */
@ExtendWith(DancingSystem.class)
class RelayHandOverSystemTest {
  private static final Logger log = LoggerFactory.getLogger(RelayHandOverSystemTest.class);
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration HAND_OVER = Duration.ofSeconds(10);
  // quadrille.relay.beat is a second; and this is a busy machine.
  private static final Duration RENEWAL = Duration.ofSeconds(5);
  private static final int RATE = 10;
  private static final int SOME = 2 * RATE;
  private static final int ENOUGH = 3_000;

  private final LocalSystem system;
  private final LocalStage stage;
  private final RelayView own;

  RelayHandOverSystemTest(LocalSystem system) {
    this.system = system;
    this.stage = new LocalStage(system);
    this.own = relay(system.addresses().url(ORDER));
  }

  @AfterEach
  void theOracleFindsNothing() {
    var verdict = new Oracle(stage).settled(PATIENCE);
    assertThat(verdict.findings()).isEmpty();
    assertThat(verdict.inFlight()).isZero();
  }

  @Test // case P6
  void isOverSoonWhateverBecomesOfTheLeader() {
    waitFor("the leader", own::leads);
    try (var other = system.replica(ORDER)) {
      other.start();
      freeze(other);
      stop(other);
      other.start();
      kill(other);
      system.start(ORDER);
      thenThereWasNoCrashLoop(other);
    }
    waitFor("the service's own process to relay again", own::leads);
  }

  /** The own process freezes, and the other one relays until the own one is back and after it. */
  private void freeze(Replica other) {
    var standby = relay(other.url());
    waitFor("the other one to stand by", standby::standsBy);
    try (var traffic = traffic(other.url())) {
      thenAStandbyIsQuiet(standby, other, traffic);

      Signal.STOP.to(system.pid(ORDER));
      var since = Instant.now();
      Instant tookOver;
      try {
        waitFor("the standby to relay", () -> standby.relayed() > 0);
        tookOver = Instant.now();
        waitForOrders(traffic);
      } finally {
        Signal.CONT.to(system.pid(ORDER));
      }
      await("the thawed one to stand by").atMost(RENEWAL).until(own::standsBy);
      var relayed = own.relayed();
      waitForOrders(traffic);
      end(traffic);

      assertThat(own.relayed()).as("events that the thawed one relayed").isEqualTo(relayed);
      assertThat(standby.leads()).isTrue();
      var published = published("freeze", since);
      // Not the longest wait: transactions of the frozen process held locks that others waited for.
      assertThat(Duration.between(since, published.firstTold())).isLessThan(HAND_OVER);
      assertThat(published.repeated())
          .as("events of two publishers")
          .allSatisfy(written -> assertThat(written).isBefore(tookOver));
    }
  }

  /** The other one, which leads, is stopped in order. */
  private void stop(Replica other) {
    try (var traffic = traffic(system.addresses().url(ORDER))) {
      waitForOrders(traffic);
      var since = Instant.now();
      assertThat(other.stop()).as("it ends in order").isTrue();
      thenItGoesOn("stop", own, traffic, since);
    }
  }

  /** The own process, which leads, is killed. */
  private void kill(Replica other) {
    var standby = relay(other.url());
    waitFor("the other one to stand by", standby::standsBy);
    try (var traffic = traffic(other.url())) {
      thenAStandbyIsQuiet(standby, other, traffic);
      var since = Instant.now();
      system.kill(ORDER);
      thenItGoesOn("kill", standby, traffic, since);
    }
  }

  private void thenItGoesOn(String fault, RelayView standby, Traffic traffic, Instant since) {
    waitFor("the standby to lead", standby::leads);
    waitForOrders(traffic);
    end(traffic);
    thenNobodyWaitedForLong(fault, since);
  }

  private void thenNobodyWaitedForLong(String fault, Instant since) {
    assertThat(published(fault, since).longestWait()).isLessThan(HAND_OVER);
  }

  private Published published(String fault, Instant since) {
    var published = Published.by(ORDER.label(), stage, since, PATIENCE);
    log.info(
        "{}: of {} events the first was told after {}, the longest wait was {}, {} came again",
        fault,
        published.events(),
        Duration.between(since, published.firstTold()),
        published.longestWait(),
        published.repeated().size());
    assertThat(published.events()).isGreaterThan(SOME);
    return published;
  }

  private static void thenAStandbyIsQuiet(RelayView standby, Replica process, Traffic traffic) {
    var before = terms(process);
    waitForOrders(traffic);
    assertThat(standby.standsBy()).isTrue();
    assertThat(standby.relayed()).as("events that the standby relayed").isZero();
    assertThat(terms(process)).as("terms in its log").isEqualTo(before);
  }

  // It led in each of its two lives, and may have found the slot in use for a moment.
  private static void thenThereWasNoCrashLoop(Replica process) {
    assertThat(terms(process)).as("terms in its log").isBetween(2L, 4L);
    assertThat(lines(process, "begins again")).as("failures in its log").isLessThanOrEqualTo(2);
  }

  private static long terms(Replica process) {
    return lines(process, "order relays ");
  }

  private static long lines(Replica process, String with) {
    try (var lines = Files.lines(process.log())) {
      return lines.filter(line -> line.contains(with)).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Traffic traffic(URI at) {
    var traffic = new Traffic(new ReplicaStage(stage, ORDER.label(), at), new Random(), ENOUGH);
    traffic.flow(RATE);
    return traffic;
  }

  private static void waitForOrders(Traffic traffic) {
    var before = traffic.placed();
    waitFor("orders", () -> traffic.placed() >= before + SOME);
  }

  private static void end(Traffic traffic) {
    assertThat(traffic.end(PATIENCE)).as("everybody was answered").isTrue();
    assertThat(traffic.failed()).isZero();
  }

  private RelayView relay(URI process) {
    return new RelayView(process, stage.tokens());
  }

  private static void waitFor(String what, Callable<Boolean> condition) {
    await(what).pollInSameThread().atMost(PATIENCE).until(condition);
  }
}
