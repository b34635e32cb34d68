package dev.quadrille.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  @Test
  void isNotOverBeforeThereIsSomethingToCompare() {
    assertThat(after(10, 10, 10)).isFalse();
    assertThat(after()).isFalse();
  }

  @Test
  void isNotOverWhileSagasBecomeCheaper() {
    assertThat(after(60, 42, 38, 31)).isFalse();
    assertThat(after(60, 42, 38, 31, 29, 22)).isFalse();
  }

  @Test
  void isOverWhenThreeWindowsBringNothing() {
    assertThat(after(60, 30, 10, 10.1, 9.9, 10.2)).isTrue();
  }

  @Test
  void isNotOverForOneDearWindow() {
    assertThat(after(20, 10, 14, 9, 8)).isFalse();
  }

  @Test
  void isNotOverWhileMuchIsCompiled() {
    var warmUp = new WarmUp();
    DoubleStream.of(10, 10, 10, 10).forEach(window -> warmUp.add(window, 0.3));
    assertThat(warmUp.isOver()).isFalse();
    warmUp.add(10, 0.05);
    assertThat(warmUp.isOver()).isTrue();
  }

  private static boolean after(double... windows) {
    var warmUp = new WarmUp();
    DoubleStream.of(windows).forEach(window -> warmUp.add(window, 0));
    return warmUp.isOver();
  }
}
