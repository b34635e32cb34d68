package dev.quadrille.system;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quadrille.cli.LocalStage;
import dev.quadrille.cli.demo.Demo;
import dev.quadrille.local.Hosting;
import dev.quadrille.local.Images;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.oracle.Oracle;
import dev.quadrille.testkit.platform.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Four containers with what the chart gives a pod. {@code -Dquadrille.images=PREFIX} says that
 * {@code deploy/images/build} has made their images, {@code -Dquadrille.tag=TAG} another version
 * than this.
 */
class ContainersSystemTest {
  private static final Logger log = LoggerFactory.getLogger(ContainersSystemTest.class);
  private static final @Nullable String PREFIX = System.getProperty("quadrille.images");
  private static final String TAG =
      System.getProperty(
          "quadrille.tag", LocalSystem.class.getPackage().getImplementationVersion());
  private static final int RATE = Integer.getInteger("quadrille.rate", 10);
  private static final int ENOUGH = 20_000;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static @Nullable LocalSystem started;

  private final LocalSystem system = started;
  private final LocalStage stage = new LocalStage(system);

  @BeforeAll
  static void start() {
    assumeTrue(
        PREFIX != null,
        "containers dance for -Dquadrille.images=PREFIX only: deploy/images/build makes the images");
    started = LocalSystem.start(Hosting.containersOf(Images.find(PREFIX, TAG)), Progress.SILENT);
  }

  @AfterAll
  static void stop() {
    if (started != null) {
      started.close();
    }
  }

  @Test
  void danceTheScenesOfTheDemo() {
    var printed = new StringWriter();
    var demo = new Demo(stage, new PrintWriter(printed), system::requireOpen);
    assertThat(demo.run()).as(printed.toString()).isTrue();
  }

  @Test // cases P1, P2
  void loseNoRequestAndNoEventWhenEachIsReplacedUnderLoad() throws InterruptedException {
    var entrances =
        Stream.of(Participant.values())
            .collect(toMap(Participant::label, one -> new Entrance(system.addresses().url(one))));
    var before = new EntranceStage(stage, entrances);
    try (var traffic = new Traffic(before, new Random(), ENOUGH)) {
      var office = new BackOffice(before);
      traffic.flow(RATE);
      for (var participant : Participant.values()) {
        replaceTwice(participant, entrances.get(participant.label()));
        log.info("{}: {} orders placed", participant.label(), traffic.placed());
      }
      assertThat(traffic.end(PATIENCE)).as("everybody was answered").isTrue();
      assertThat(traffic.refused()).as("not ready: %s", troubles(entrances)).isEmpty();
      office.closeUnrefused();
      assertThat(traffic.failed()).isZero();
      assertThat(traffic.orders()).isEqualTo(traffic.placed());
      thenAllAgrees();
    } finally {
      entrances.values().forEach(Entrance::close);
    }
  }

  private static List<String> troubles(Map<String, Entrance> entrances) {
    return entrances.values().stream().flatMap(one -> one.troubles().stream()).toList();
  }

  /** By another one, and that one by one where the first had been. */
  private void replaceTwice(Participant participant, Entrance entrance) {
    var own = system.addresses().url(participant);
    try (var other = system.replica(participant)) {
      other.start();
      entrance.handOver(own, other.url());
      assertThat(system.stop(participant)).as("%s ends in order", participant).isTrue();
      system.start(participant);
      entrance.handOver(other.url(), own);
      assertThat(other.stop()).as("the other %s ends in order", participant).isTrue();
    }
  }

  private void thenAllAgrees() {
    var verdict = new Oracle(stage).settled(PATIENCE);
    log.info("counted: {}", verdict.counted());
    assertThat(verdict.findings()).isEmpty();
    assertThat(verdict.inFlight()).isZero();
  }
}
