package dev.quadrille.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.cli.LocalStage;
import dev.quadrille.local.LocalSystem;
import dev.quadrille.testkit.oracle.Oracle;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Very many sagas at once, disturbed in every way that needs no fault of a part. {@code
 * -Dquadrille.sagas=N} makes it bigger, {@code -Dquadrille.seed=N} makes the same plans again.
 */
@ExtendWith(DancingSystem.class)
class ManySagasSystemTest {
  private static final Logger log = LoggerFactory.getLogger(ManySagasSystemTest.class);
  private static final int SAGAS = Integer.getInteger("quadrille.sagas", 2_000);
  private static final long SEED = Long.getLong("quadrille.seed", System.nanoTime());
  private static final Duration PATIENCE = Duration.ofSeconds(60).plusMillis(50L * SAGAS);

  private final LocalStage stage;

  ManySagasSystemTest(LocalSystem system) {
    this.stage = new LocalStage(system);
  }

  @Test // cases S2, S3
  void endAsTheirMerchantWasToldAndTheOracleFindsNothing() {
    log.info("seed {}", SEED);
    var random = new Random(SEED);
    var rumours = new Rumours(stage, random);
    try (var fair = new Fair(stage, random, SAGAS)) {
      fair.place(SAGAS);
      for (var third = 1; third <= 3; third++) {
        var placed = third * SAGAS / 3;
        await().atMost(PATIENCE).until(() -> fair.placed() >= placed);
        rumours.spread(SAGAS / 8);
      }
      fair.awaitWishes();
      await().atMost(PATIENCE).until(fair::isOver);
      thenTheOracleFindsNothing();
      fair.thenMerchantsWereToldTheTruth();
    }
  }

  private void thenTheOracleFindsNothing() {
    var verdict = new Oracle(stage).settled(PATIENCE);
    assertThat(verdict.findings()).as("seed %d, %s", SEED, verdict.counted()).isEmpty();
    assertThat(verdict.inFlight()).isZero();
  }
}
