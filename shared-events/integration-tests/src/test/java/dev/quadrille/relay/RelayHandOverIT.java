package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** One relay at a time on a database. Case P6. */
@ParameterizedClass
@EnumSource(RelayMode.class)
class RelayHandOverIT extends RelayFixture {
  @Parameter private RelayMode mode;

  @Test
  void standsByUntilTheLeaderStopsAndTakesOverAtOnce() {
    var leader = relay(mode).start();
    try (var standby = relay(mode)) {
      eventually(leader::streams);
      standby.start();
      eventually(() -> standby.status().role() == RelayStatus.Role.STANDBY);
      // The standby sees that events flow, though not through itself.
      eventually(standby.relay()::isStreaming);
      awaitRelayed(outbox.append(ORDER, 10));

      leader.close();
      var stopped = Instant.now();
      awaitRelayed(outbox.append(ORDER, 10));

      assertThat(Duration.between(stopped, Instant.now())).isLessThan(Duration.ofSeconds(5));
      assertThat(standby.leads()).isTrue();
      assertThat(standby.gaps()).isZero();
      assertThat(topic.repeats()).isLessThanOrEqualTo(1);
    } finally {
      leader.close();
    }
  }

  @Test
  void takesOverFromALeaderThatFroze() throws Exception {
    try (var link = link();
        var frozen = relay(through(link), Map.of("mode", mode.name()));
        var standby = relay(mode)) {
      frozen.start();
      eventually(frozen::streams);
      standby.start();
      awaitRelayed(outbox.append(ORDER, 10));

      link.freeze();
      var since = Instant.now();
      var meanwhile = outbox.append(ORDER, 10);
      awaitRelayed(meanwhile);
      assertThat(Duration.between(since, Instant.now())).isLessThan(Duration.ofSeconds(10));

      link.restore();
      var afterwards = outbox.append(ORDER, 10);
      awaitRelayed(afterwards);
      eventually(() -> !frozen.leads());
      assertThat(standby.leads()).isTrue();
      assertThat(standby.gaps()).isZero();
    }
  }

  @Test
  void resumesAfterItsConnectionsWereCut() throws Exception {
    try (var relay = relay(mode).start()) {
      awaitRelayed(outbox.append(ORDER, 10));
      ask(
          "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <>"
              + " pg_backend_pid() AND datname = current_database()");
      awaitResumed(outbox.append(ORDER, 10));
      assertThat(relay.gaps()).isEqualTo(1);
    }
  }
}
