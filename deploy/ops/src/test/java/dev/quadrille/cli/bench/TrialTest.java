package dev.quadrille.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TrialTest {
  private static final Latency NONE = new Latency(0, 0, 0, 0);
  private static final Cost FREE = new Cost(Map.of(), Map.of(), 0, 0, 0, 0);

  @Test
  void isSustainedWhenCompletionsKeepUp() {
    assertThat(trial(0, 1_980, 20, 22).isSustained()).isTrue();
  }

  @Test
  void isNotSustainedWhenCompletionsFallBehind() {
    assertThat(trial(0, 1_800, 20, 22).isSustained()).isFalse();
  }

  @Test
  void isNotSustainedWhenTheBacklogGrows() {
    assertThat(trial(0, 1_910, 40, 90).isSustained()).isFalse();
  }

  @Test
  void isNotSustainedWhenOrdersAreRefused() {
    assertThat(trial(1, 1_980, 20, 22).isSustained()).isFalse();
  }

  private static Trial trial(long refusals, long completed, long halfway, long atEnd) {
    return new Trial(
        100, 20, 2_000, refusals, completed, completed, halfway, atEnd, NONE, NONE, NONE, NONE,
        FREE);
  }
}
