package dev.quadrille.handling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.junit.jupiter.api.Test;

class ConsumedTopicsTest {
  private static final Duration EVER = Duration.ofMillis(Long.MAX_VALUE);

  @Test
  void countsTheSegmentThatAnEventStandsIn() {
    assertThat(longest("delete", 1000)).isEqualTo(Duration.ofMillis(1500));
  }

  @Test
  void knowsTopicsThatKeepEventsForEver() {
    assertThat(longest("delete", -1)).isEqualTo(EVER);
    assertThat(longest("compact", 1000)).isEqualTo(EVER);
    assertThat(longest("compact,delete", 1000)).isEqualTo(EVER);
  }

  private static Duration longest(String policy, long retention) {
    return ConsumedTopics.longest(
        new Config(
            List.of(
                new ConfigEntry("cleanup.policy", policy),
                new ConfigEntry("retention.ms", Long.toString(retention)),
                new ConfigEntry("segment.ms", "500"))));
  }
}
