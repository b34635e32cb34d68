package dev.quadrille.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.cli.LocalStage;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.oracle.Oracle;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The whole dance where no database can be decoded: every relay polls. Comes last, for it leaves
 * them so.
 */
@Order(Integer.MAX_VALUE)
@ExtendWith(DancingSystem.class)
class PollingSystemTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int RATE = 15;
  private static final int ENOUGH = 3_000;

  private final LocalSystem system;
  private final LocalStage stage;

  PollingSystemTest(LocalSystem system) {
    this.system = system;
    this.stage = new LocalStage(system);
  }

  @BeforeEach
  void poll() {
    system.stopServices();
    system.configure(List.of("--quadrille.relay.mode=polling"));
    system.startServices();
  }

  @Test // case O5
  void losesAndDoublesNothingWhenOneIsKilledUnderLoad() {
    for (var participant : Participant.values()) {
      assertThat(modeOf(participant)).as("%s", participant).isEqualTo("POLLING");
    }
    try (var traffic = new Traffic(stage, new Random(), ENOUGH)) {
      traffic.flow(RATE);
      waitFor(() -> traffic.placed() >= RATE);
      system.kill(Participant.INVENTORY);
      system.start(Participant.INVENTORY);
      waitFor(() -> traffic.placed() >= 5 * RATE);

      assertThat(traffic.end(PATIENCE)).as("everybody was answered").isTrue();
      assertThat(traffic.failed()).isZero();
    }
    var verdict = new Oracle(stage).settled(PATIENCE);
    assertThat(verdict.findings()).isEmpty();
    assertThat(verdict.inFlight()).isZero();
  }

  private String modeOf(Participant participant) {
    var ops = stage.tokens().ops(PATIENCE);
    return new HttpCaller(system.addresses().url(participant), ops).get("/ops/relay").text("mode");
  }

  private static void waitFor(Callable<Boolean> condition) {
    await().pollInSameThread().atMost(PATIENCE).until(condition);
  }
}
