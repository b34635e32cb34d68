package dev.quadrille.handling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaneRateTest {
  private final AtomicLong now = new AtomicLong(-5);

  @Test
  void allowsEverythingWithoutALimit() {
    assertThat(new LaneRate(null, now::get).take(1_000_000)).isEqualTo(1_000_000);
  }

  @Test
  void runsAheadByHalfASecondAtMost() {
    var rate = new LaneRate(100, now::get);
    pass(Duration.ofHours(1));
    assertThat(rate.take(500)).isEqualTo(50);
    assertThat(rate.take(500)).isZero();
  }

  @Test
  void allowsAsMuchAgainAfterItsPause() {
    var rate = new LaneRate(100, now::get);
    rate.take(500);
    assertThat(rate.pause()).isEqualTo(Duration.ofMillis(250));
    pass(rate.pause());
    assertThat(rate.take(500)).isEqualTo(25);
  }

  @ParameterizedTest
  @CsvSource({"1, 60", "3, 180", "100, 6000", "5000, 300000"})
  void holdsOnAverageAndLosesNothing(int perSecond, int inAMinute) {
    var rate = new LaneRate(perSecond, now::get);
    var taken = 0;
    for (var elapsed = Duration.ZERO; elapsed.toSeconds() < 60; ) {
      taken += rate.take(500);
      // A consumer asks late.
      var pause = rate.pause().plusMillis(20);
      pass(pause);
      elapsed = elapsed.plus(pause);
    }
    assertThat(taken).isBetween((int) (inAMinute * 0.95), inAMinute + Math.max(1, perSecond));
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }
}
