package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The mode is a setting: changing it, also while events are written, loses nothing. */
class RelaySwitchIT extends RelayFixture {
  @Test
  void losesNothingOnTheWayToPollingAndBack() {
    var expected = new ArrayList<UUID>();
    for (var mode :
        new RelayMode[] {RelayMode.CDC, RelayMode.POLLING, RelayMode.CDC, RelayMode.POLLING}) {
      // Written while nobody relays, and while somebody does.
      expected.addAll(outbox.append(ORDER, 10));
      try (var relay = relay(mode).start()) {
        expected.addAll(outbox.append(ORDER, 10));
        awaitRelayed(expected);
        eventually(relay::streams);
        expected.addAll(outbox.append(ORDER, 10));
        awaitRelayed(expected);
        assertThat(relay.gaps()).isEqualTo(1);
      }
    }
    assertThat(topic.idsOf(ORDER)).isEqualTo(expected);
  }

  @Test
  void losesNothingWhenReplicasOfBothModesTakeTurns() {
    var expected = new ArrayList<UUID>();
    try (var streaming = relay(RelayMode.CDC).start()) {
      eventually(streaming::streams);
      try (var polling = relay(RelayMode.POLLING).start()) {
        expected.addAll(outbox.append(ORDER, 20));
        streaming.close();
        expected.addAll(outbox.append(ORDER, 20));
        eventually(polling::streams);
        streaming.start();
        expected.addAll(outbox.append(ORDER, 20));
      }
      expected.addAll(outbox.append(ORDER, 20));
      eventually(streaming::streams);
      awaitRelayed(expected);
    }
    assertThat(topic.idsOf(ORDER)).isEqualTo(expected);
  }

  @Test
  void leavesNoSlotBehindThatKeepsTheServersLog() {
    try (var relay = relay(RelayMode.CDC).start()) {
      eventually(relay::streams);
    }
    try (var relay = relay(RelayMode.POLLING).start()) {
      eventually(relay::streams);
      assertThat(
              ask("SELECT count(*) FROM pg_replication_slots WHERE slot_name = '" + slot() + "'"))
          .isEqualTo("0");
    }
  }

  @Test
  void leavesNoMarksBehindThatNobodyTakesOff() {
    try (var relay = relay(RelayMode.POLLING).start()) {
      eventually(relay::streams);
    }
    outbox.append(ORDER, 10);
    assertThat(ask("SELECT count(*) FROM outbox_unrelayed")).isEqualTo("10");
    try (var relay = relay(RelayMode.CDC).start()) {
      eventually(relay::streams);
      awaitRelayed(outbox.append(ORDER, 10));
      assertThat(ask("SELECT count(*) FROM outbox_unrelayed")).isEqualTo("0");
    }
  }

  @Test
  void leavesNoMarksBehindOnceNobodyIsInTheWay() throws Exception {
    try (var relay = relay(RelayMode.POLLING).start()) {
      eventually(relay::streams);
    }
    try (var reader = outbox.database().connect();
        var query = reader.createStatement();
        var relay = relay(RelayMode.CDC)) {
      reader.setAutoCommit(false);
      query.execute("SELECT count(*) FROM outbox");
      relay.start();
      eventually(relay::streams);
      awaitRelayed(outbox.append(ORDER, 10));
      assertThat(ask("SELECT count(*) > 0 FROM outbox_unrelayed")).isEqualTo("t");
      reader.rollback();
      eventually(
          () ->
              ask("SELECT count(*) FROM pg_trigger WHERE tgname = 'outbox_unrelayed'").equals("0"));
    }
  }

  @Test
  void noticesThatRowsAreNotMarkedAnyMore() {
    try (var relay = relay(RelayMode.POLLING).start()) {
      eventually(relay::streams);
      outbox.database().execute("DROP TRIGGER outbox_unrelayed ON outbox");
      var unmarked = outbox.append(ORDER, 10);
      awaitRelayed(unmarked);
      assertThat(relay.gaps()).isEqualTo(2);
    }
  }

  @Test
  void closesAGapAgainThatWasNotClosedToTheEnd() {
    try (var relay = relay(RelayMode.POLLING).start()) {
      eventually(relay::streams);
    }
    outbox.database().execute("DROP TRIGGER outbox_unrelayed ON outbox");
    var unmarked = outbox.append(ORDER, 10);
    outbox.database().execute("ALTER TABLE outbox_unrelayed ADD CONSTRAINT no_room CHECK (false)");
    try (var relay = relay(RelayMode.POLLING).start()) {
      eventually(() -> String.valueOf(relay.status().problem()).contains("check constraint"));
      outbox.database().execute("ALTER TABLE outbox_unrelayed DROP CONSTRAINT no_room");
      awaitRelayed(unmarked);
    }
  }

  @Test
  void namesTheTransactionThatPollingWaitsFor() throws Exception {
    try (var open = outbox.database().connect();
        var relay = relay(outbox.database(), Map.of("mode", "polling"))) {
      open.setAutoCommit(false);
      var waiting = Outbox.insert(open, outbox.topic(), ORDER, new byte[1], Duration.ZERO);
      relay.start();
      eventually(() -> String.valueOf(relay.status().problem()).contains("waits for transactions"));
      open.commit();
      awaitRelayed(List.of(waiting));
    }
  }
}
