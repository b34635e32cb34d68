package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One relay at a time on a database. Case P6. */
class RelayHandOverIT extends RelayFixture {
  @Test
  void standsByUntilTheLeaderStopsAndTakesOverAtOnce() {
    var leader = relay().start();
    try (var standby = relay()) {
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
        var frozen = relay(through(link), Map.of());
        var standby = relay()) {
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
    try (var relay = relay().start()) {
      awaitRelayed(outbox.append(ORDER, 10));
      ask(
          "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE pid <>"
              + " pg_backend_pid() AND datname = current_database()");
      awaitRelayed(outbox.append(ORDER, 10));
      assertThat(relay.gaps()).isEqualTo(1);
    }
  }
}
