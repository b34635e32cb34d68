package dev.quadrille.order.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TermsTest {

  @Test
  void addsUpEveryLine() {
    assertThat(total(new Line("tea", 2, 500), new Line("tea", 1, 1), new Line("cup", 9, 0)))
        .isEqualTo(1001);
  }

  @Test // case S7
  void refusesATotalThatCannotBeCounted() {
    assertThatThrownBy(() -> total(new Line("tea", 2, Long.MAX_VALUE)))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> total(new Line("tea", 1, Long.MAX_VALUE), new Line("cup", 1, 1)))
        .isInstanceOf(ArithmeticException.class);
  }

  private static long total(Line... lines) {
    return new Terms("m", "n", "c", "EUR", List.of(lines)).totalMinor();
  }
}
