package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.relay.RelayFault.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a relay does wrong on purpose, it does in both modes, and what it held goes out. */
class RelayFaultPlanIT extends RelayFixture {
  private static final Duration LONG = Duration.ofHours(1);
  private static final int EVENTS = 100;

  @ParameterizedTest
  @EnumSource(RelayMode.class)
  void strikesWhatThePlanNamesAndLosesOnlyWhatItDrops(RelayMode mode) {
    var begin = Instant.now().minusSeconds(60);
    try (var relay = relay(mode).start()) {
      eventually(relay::streams);
      relay
          .faults()
          .begin(
              1,
              List.of(
                  fault("dropped", Kind.DROP, 0),
                  fault("late", Kind.DELAY, 1_000),
                  fault("overtaken", Kind.REORDER, 1_000),
                  fault("twice", Kind.DOUBLE_RELAY, 0)),
              LONG);
      var written = outbox.append(ORDER, EVENTS);
      eventually(() -> topic.idsOf(ORDER).size() + told(relay, "dropped").size() == EVENTS);

      assertThat(told(relay, "late")).isNotEmpty();
      assertThat(topic.repeats()).isEqualTo(told(relay, "twice").size()).isPositive();
      var arrived = topic.idsOf(ORDER);
      assertThat(told(relay, "dropped")).isNotEmpty().doesNotContainAnyElementsOf(arrived);
      assertThat(arrived)
          .as("some come late")
          .isNotEqualTo(written.stream().filter(arrived::contains).toList());

      relay.faults().end();
      relay.relay().republish(begin, "mended");
      awaitRelayed(written);
    }
  }

  private static RelayFault fault(String name, Kind kind, long millis) {
    return new RelayFault(name, kind, 0.2, Set.of(), null, millis);
  }

  private static Set<UUID> told(TestRelay relay, String fault) {
    return relay.faults().report().struck().stream()
        .filter(one -> one.fault().equals(fault))
        .map(RelayFaults.Struck::event)
        .collect(Collectors.toSet());
  }
}
