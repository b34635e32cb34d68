package dev.quadrille.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreferHeaderTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wait=10 | 10",
        "WAIT = 10 | 10",
        "wait=\"10\" | 10",
        "respond-async, wait=10; foo=\"a,b\" | 10",
        "foo=\"wait=1, x\", wait=2 | 2",
        "wait=3, wait=4 | 3",
        "wait=0 | 0",
        "wait=999999999 | 999999999"
      })
  void readsHowLong(String line, long seconds) {
    assertThat(waitOf(line)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "wait",
        "wait=",
        "wait=-1",
        "wait=1.5",
        "wait=ten",
        "wait=9999999999",
        "await=1",
        "wait=\"1",
        "wait=1 2"
      })
  void ignoresWhatIsNoWish(String line) {
    assertThat(waitOf(line)).isZero();
  }

  @Test
  void readsAllLines() {
    assertThat(waitOf("respond-async", "wait=5")).isEqualTo(Duration.ofSeconds(5));
    assertThat(waitOf()).isZero();
  }

  @Test
  void readsNoLineOfUnusualLength() {
    assertThat(waitOf("wait=5" + ", x".repeat(1_000), "wait=6")).isEqualTo(Duration.ofSeconds(6));
  }

  private static Duration waitOf(String... lines) {
    return PreferHeader.waitOf(Collections.enumeration(List.of(lines)));
  }
}
