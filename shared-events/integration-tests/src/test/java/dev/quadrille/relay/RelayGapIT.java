package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What the slot cannot give is noticed and read from the table. Case O2. */
@ExtendWith(OutputCaptureExtension.class)
class RelayGapIT extends RelayFixture {
  private static final String WAITING_DEBEZIUMS =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'Debezium General'
        AND wait_event_type = 'Lock' AND backend_xid IS NOT NULL
      """;

  @Test
  void republishesWhatWasWrittenWhileTheSlotWasDropped() {
    relaySomethingAndStop();
    var unseen = outbox.append(ORDER, 10);
    dropSlot();

    try (var relay = relay().start()) {
      awaitRelayed(unseen);
      assertThat(relay.gaps()).isEqualTo(1);
      assertThat(topic.idsOf(ORDER)).endsWith(unseen.toArray(UUID[]::new));
    }
  }

  @Test
  void noticesASlotThatSomebodyMadeAtALaterPosition() {
    relaySomethingAndStop();
    var unseen = outbox.append(ORDER, 10);
    dropSlot();
    ask("SELECT pg_create_logical_replication_slot('" + slot() + "', 'pgoutput')");
    var seen = outbox.append(ORDER, 10);

    try (var relay = relay().start()) {
      awaitRelayed(unseen);
      awaitRelayed(seen);
      assertThat(relay.gaps()).isEqualTo(1);
    }
  }

  @Test
  void noticesASlotThatIsDroppedWhileTheEngineRuns() {
    try (var relay = relay().start()) {
      awaitRelayed(outbox.append(ORDER, 10));
      // One transaction: the relay has no chance to look in between.
      ask(
          """
          SELECT pg_terminate_backend(active_pid, 5000)::text || pg_drop_replication_slot(slot_name)
          FROM pg_replication_slots WHERE slot_name = '%s'
          """
              .formatted(slot()));
      var unseen = outbox.append(ORDER, 10);
      awaitRelayed(unseen);
      assertThat(relay.gaps()).isEqualTo(2);
    }
  }

  // Debezium makes a slot that is missing, without a word: after the check it can still vanish.
  @Test
  void confirmsNothingToASlotThatDebeziumMade() throws Exception {
    relaySomethingAndStop();
    dropSlot();
    var unseen = outbox.append(ORDER, 10);

    var parts = relay().parts();
    try (var lease = parts.openLease();
        var producer = parts.openProducer("unchecked")) {
      assertThat(lease.acquire()).isTrue();
      var settings =
          EngineSettings.of(parts.name(), parts.database(), "public", slot(), parts.settings());
      try (var engine =
          new OutboxEngine(settings, producer, lease, parts.status(), Duration.ofSeconds(1))) {
        var ended = engine.start("unchecked");
        eventually(
            () -> {
              lease.renew();
              return ended.isCompletedExceptionally();
            });
        assertThatThrownBy(ended::get).hasStackTraceContaining("has moved by itself");
      }
      lease.release();
    }
    try (var relay = relay().start()) {
      awaitRelayed(unseen);
      assertThat(relay.gaps()).isEqualTo(1);
    }
  }

  @Test
  void makesASlotAnewThatBeganBeforeItsPublication() {
    try (var relay = relay().start()) {
      awaitRelayed(outbox.append(ORDER, 10));
      eventually(relay::streams);
      outbox.database().execute("DROP PUBLICATION quadrille_outbox");
      var unseen = outbox.append(ORDER, 10);
      eventually(() -> String.valueOf(relay.reason()).contains("CREATE PUBLICATION"));
      outbox
          .database()
          .execute(
              "CREATE PUBLICATION quadrille_outbox FOR TABLE outbox, relay_beat"
                  + " WITH (publish = 'insert', publish_via_partition_root = true)");

      awaitRelayed(unseen);
      eventually(relay::streams);
      assertThat(relay.gaps()).isEqualTo(2);
    }
  }

  @Test
  void noticesASlotThatHasLostItsWal() {
    relaySomethingAndStop();
    var unseen = outbox.append(ORDER, 10);
    loseWal();

    try (var relay = relay().start()) {
      awaitRelayed(unseen);
      assertThat(relay.gaps()).isEqualTo(1);
      eventually(relay::streams);
    }
  }

  @Test
  void noticesThatTheSlotLosesItsWalWhileTheEngineRuns(CapturedOutput output) {
    try (var link = link();
        var relay = relay(through(link), Map.of()).start()) {
      awaitRelayed(outbox.append(ORDER, 10));
      eventually(relay::streams);
      assertThat(askSlot("active")).isEqualTo("t");
      // It cannot keep up with the server any more.
      link.freeze();
      var unseen = outbox.append(ORDER, 10);
      loseWal();
      link.restore();

      // What was under way when the link froze may come through first.
      eventually(() -> relay.gaps() == 2);
      awaitRelayed(unseen);
      eventually(relay::streams);
      assertThat(relay.gaps()).isEqualTo(2);
      assertThat(relay.status().lastGap().reason()).contains(slot(), "has lost WAL");
      assertThat(output)
          .contains(
              "Gap between the outbox and Kafka: replication slot %s has lost WAL. Rows written since"
                  .formatted(slot()));
    }
  }

  // After the relay's check of the slot. Debezium would wait half an hour for one that is lost, and
  // with one that is gone it waits for itself: what it makes waits for its own transaction.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noticesThatTheSlotIsGoneOrLostWhileDebeziumBegins(boolean lost) throws Exception {
    relaySomethingAndStop();
    try (var connection = outbox.database().connect();
        var relay = relay()) {
      connection.setAutoCommit(false);
      // Debezium alone reads it, when it has drawn the id of a transaction.
      connection.createStatement().execute("LOCK TABLE pg_description IN ACCESS EXCLUSIVE MODE");
      relay.start();
      eventually(() -> ask(WAITING_DEBEZIUMS).equals("1"));
      if (lost) {
        loseWal();
      } else {
        dropSlot();
      }
      var unseen = outbox.append(ORDER, 10);
      connection.rollback();

      awaitResumed(unseen);
      assertThat(relay.gaps()).isEqualTo(1);
      eventually(relay::streams);
    }
  }

  @ParameterizedTest
  @EnumSource(RelayMode.class)
  void tellsInItsHealthOfTheLastGapAndWhetherItIsFilled(RelayMode mode, CapturedOutput output)
      throws Exception {
    var events = new ArrayList<>(outbox.append(ORDER, 9));
    var before = Instant.now();
    try (var open = outbox.database().connect();
        var relay = relay(mode)) {
      open.setAutoCommit(false);
      // The gap cannot be filled before it has ended.
      events.add(Outbox.insert(open, outbox.topic(), ORDER, new byte[1], Duration.ZERO));
      relay.start();
      eventually(() -> shownGap(relay) != null);
      assertThat(shownGap(relay))
          .returns(true, RelayGap::filling)
          .returns(null, RelayGap::rows)
          .returns(null, RelayGap::from);
      open.commit();

      awaitRelayed(events);
      eventually(() -> !shownGap(relay).filling());
      assertThat(shownGap(relay)).returns(10L, RelayGap::rows);
      assertThat(shownGap(relay).noticedAt()).isBetween(before, Instant.now());
      assertThat(relay.relay().report().lastGap()).isEqualTo(shownGap(relay));
      assertThat(output)
          .contains(
              "Gap between the outbox and Kafka: %s. Rows written since the beginning are sent again"
                  .formatted(shownGap(relay).reason()));
    }
    outbox.append(ORDER, 1);
    loseTrack(mode);
    try (var relay = relay(mode).start()) {
      eventually(() -> shownGap(relay) != null && !shownGap(relay).filling());
      assertThat(shownGap(relay).from()).isNotNull();
      assertThat(output)
          .contains("Rows written since %s are sent again".formatted(shownGap(relay).from()));
    }
  }

  @Test
  void republishesOnlyWhatTheGapMayHoldAndInOrder() {
    var old = outbox.append(ORDER, 5, Duration.ofMinutes(10));
    relaySomethingAndStop();
    var relayed = topic.records().size();
    var open = openTransactionOfLongAgo();
    dropSlot();

    try (var relay = relay().start()) {
      awaitRelayed(List.of(open));
    }
    var again = topic.records().subList(relayed, topic.records().size());
    assertThat(again).extracting(TopicReader::id).doesNotContainAnyElementsOf(old).contains(open);
  }

  // The relay died between making the slot and recording its progress.
  @Test
  void fillsTheGapAgainWhenItDiedInTheMiddle() {
    var events = outbox.append(ORDER, 10);
    ask("SELECT pg_create_logical_replication_slot('" + slot() + "', 'pgoutput')");

    try (var relay = relay().start()) {
      awaitRelayed(events);
      assertThat(topic.idsOf(ORDER)).isEqualTo(events);
      assertThat(relay.gaps()).isEqualTo(1);
    }
  }

  // case O1: there is no other store of offsets
  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM relay_beat",
        "UPDATE relay_beat SET relayed_at = NULL, relayed_lsn = NULL",
        "UPDATE relay_beat SET relayed_lsn = '0/1'"
      })
  void sendsEventsAgainUnderTheirIdsWhenItsProgressIsLost(String loss) {
    var events = new ArrayList<>(outbox.append(ORDER, 10));
    try (var relay = relay().start()) {
      awaitRelayed(events);
      eventually(relay::streams);
    }
    outbox.database().execute(loss);
    events.addAll(outbox.append(ORDER, 10));

    try (var relay = relay().start()) {
      awaitRelayed(events);
      assertThat(relay.gaps()).isEqualTo(1);
    }
    assertThat(topic.idsOf(ORDER)).isSubsetOf(events);
  }

  private void relaySomethingAndStop() {
    try (var relay = relay().start()) {
      awaitRelayed(outbox.append(ORDER, 5));
      eventually(relay::streams);
    }
  }

  // It began before what was relayed last, and committed afterwards.
  private UUID openTransactionOfLongAgo() {
    return outbox.append(ORDER, 1, Duration.ofSeconds(30)).get(0);
  }

  private void loseWal() {
    var admin = outbox.database();
    admin.execute("ALTER SYSTEM SET max_slot_wal_keep_size = '1MB'");
    ask("SELECT pg_reload_conf()");
    try {
      eventually(
          () -> {
            ask("SELECT pg_logical_emit_message(false, 'filler', repeat('x', 1000000))");
            ask("SELECT pg_switch_wal()");
            admin.execute("CHECKPOINT");
            return askSlot("wal_status").equals("lost");
          });
    } finally {
      admin.execute("ALTER SYSTEM RESET max_slot_wal_keep_size");
      ask("SELECT pg_reload_conf()");
    }
  }

  private void loseTrack(RelayMode mode) {
    switch (mode) {
      case CDC -> dropSlot();
      case POLLING -> outbox.database().execute("DROP TRIGGER outbox_unrelayed ON outbox");
    }
  }

  private static RelayGap shownGap(TestRelay relay) {
    return (RelayGap) relay.health().getDetails().get("lastGap");
  }

  private void dropSlot() {
    // The server learns a moment later that whoever streamed is gone.
    eventually(() -> !"t".equals(askSlot("active")));
    ask("SELECT pg_drop_replication_slot('" + slot() + "')");
  }
}
