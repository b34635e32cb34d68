package dev.quadrille.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CostTest {

  @Test
  void tellsWhichShareOfTheServicesTimeIsTheCompilers() {
    assertThat(of(Map.of("requests", 3.0, ThreadKind.COMPILERS.label(), 1.0)).compiling())
        .isEqualTo(0.25);
    assertThat(of(Map.of("requests", 3.0)).compiling()).isZero();
    assertThat(of(Map.of()).compiling()).isZero();
  }

  @Test
  void takesTheTimeOfACompilerThatEndedForNone() {
    assertThat(of(Map.of("requests", 3.0, ThreadKind.COMPILERS.label(), -1.0)).compiling())
        .isZero();
  }

  private static Cost of(Map<String, Double> threadMillis) {
    return new Cost(Map.of(), threadMillis, Map.of(), 0, 0, 0, 0);
  }
}
