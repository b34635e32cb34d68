package dev.quadrille.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateSearchTest {
  private final List<Double> tried = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(doubles = {40, 99, 100, 101, 180, 330})
  void comesNearToWhatASystemSustains(double limit) {
    assertThat(found(limit)).isBetween(limit * 0.9, limit);
    assertThat(tried).hasSizeLessThanOrEqualTo(10);
  }

  @Test
  void stepsUpWhileRatesAreSustained() {
    found(170);
    assertThat(tried).startsWith(100.0, 125.0, 156.25, 195.3125);
  }

  @Test
  void findsNothingInASystemThatDoesNotWork() {
    assertThat(found(0)).isZero();
    assertThat(tried).hasSizeLessThanOrEqualTo(10);
  }

  private double found(double limit) {
    var search = new RateSearch(100);
    for (var next = search.next(); next.isPresent(); next = search.next()) {
      var rate = next.getAsDouble();
      tried.add(rate);
      search.tried(rate, rate <= limit);
    }
    return search.highest();
  }
}
