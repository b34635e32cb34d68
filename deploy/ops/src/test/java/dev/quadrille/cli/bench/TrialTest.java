package dev.quadrille.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TrialTest {
  private static final Latency NONE = new Latency(0, 0, 0, 0);
  private static final Cost FREE = new Cost(Map.of(), Map.of(), Map.of(), 0, 0, 0, 0);

  @Test
  void isSustainedWhenCompletionsKeepUp() {
    assertThat(trial(0, 20, 22).isSustained()).isTrue();
  }

  @Test
  void isSustainedHoweverLongSagasTake() {
    assertThat(trial(0, 300, 300).isSustained()).isTrue();
  }

  @Test
  void isNotSustainedWhenTheBacklogGrows() {
    assertThat(trial(0, 40, 100).isSustained()).isFalse();
  }

  @Test
  void isNotSustainedWhenOrdersAreRefused() {
    assertThat(trial(1, 20, 22).isSustained()).isFalse();
  }

  @Test
  void countsWhatEndsInTheSecondHalf() {
    assertThat(trial(0, 300, 300).completedPerSecond()).isEqualTo(100);
    assertThat(trial(0, 40, 100).completedPerSecond()).isEqualTo(94);
  }

  private static Trial trial(long refusals, long halfway, long atEnd) {
    return new Trial(
        100,
        20,
        2_000,
        refusals,
        2_000,
        new Trial.Standing(1_000 - halfway, halfway),
        new Trial.Standing(2_000 - atEnd, atEnd),
        NONE,
        NONE,
        NONE,
        NONE,
        FREE);
  }
}
