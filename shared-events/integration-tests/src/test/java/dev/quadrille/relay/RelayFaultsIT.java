package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.testkit.platform.KafkaBroker;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.replication.LogSequenceNumber;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Nothing is confirmed before Kafka has it, and nothing stops the relay for ever. */
@ExtendWith(OutputCaptureExtension.class)
class RelayFaultsIT extends RelayFixture {
  private static final int ABOVE_A_BATCH = 20_000;

  @ParameterizedTest
  @EnumSource(RelayMode.class)
  void losesNothingWhenTheEngineDiesInTheMiddleOfBatches(RelayMode mode) {
    var settings = Map.of("mode", mode.name(), "batch-size", "7", "republish-page", "7");
    var expected = new ArrayList<UUID>();
    try (var relay = relay(outbox.database(), settings).start()) {
      eventually(relay::streams);
      for (int round = 0; round < 4; round++) {
        expected.addAll(outbox.append(ORDER, 100));
        endEngine(mode);
      }
      awaitResumed(expected);
      assertThat(topic.idsOf(ORDER)).isEqualTo(expected);
      assertThat(relay.gaps()).isEqualTo(1);
    }
  }

  // case O5
  @ParameterizedTest
  @EnumSource(RelayMode.class)
  void confirmsNothingThatKafkaHasNotAcknowledged(RelayMode mode) throws Exception {
    var settings = Map.of("mode", mode.name(), "streaming-threshold", "3s");
    try (var broker = KafkaBroker.temporary().start();
        var link = link()) {
      broker.createTopics(List.of(outbox.topic()), 3);
      var relayed = outbox.append(ORDER, 10);
      String before;
      List<UUID> waiting;
      var relay = new TestRelay(through(link), broker.bootstrapServers(), settings).start();
      try (var reader = new TopicReader(broker.bootstrapServers(), outbox.topic())) {
        eventually(() -> reader.idsOf(ORDER).containsAll(relayed));
        eventually(relay::streams);
        broker.kill();
        before = ask("SELECT pg_current_wal_lsn()");
        waiting = outbox.append(ORDER, 50);
        eventually(() -> relay.relay().oldestUnpublishedAge().toSeconds() > 3);
        // It says nothing, or does not know the topic any more.
        eventually(() -> String.valueOf(relay.reason()).startsWith("Kafka "));
        assertThat(relay.health().getStatus()).isEqualTo(Status.DOWN);
      } finally {
        // From here on it cannot do anything any more, as after kill -9, and nobody waits for it.
        link.cut();
        CompletableFuture.runAsync(relay::close);
      }

      switch (mode) {
        case CDC ->
            assertThat(position(askSlot("confirmed_flush_lsn")))
                .isLessThanOrEqualTo(position(before));
        case POLLING ->
            assertThat(ask("SELECT count(*) FROM outbox_unrelayed"))
                .isEqualTo(String.valueOf(waiting.size()));
      }
      broker.start();
      try (var next =
              new TestRelay(outbox.database(), broker.bootstrapServers(), settings).start();
          var reader = new TopicReader(broker.bootstrapServers(), outbox.topic())) {
        eventually(() -> reader.idsOf(ORDER).containsAll(waiting));
        assertThat(reader.idsOf(ORDER).subList(10, 60)).isEqualTo(waiting);
        assertThat(next.gaps()).isZero();

        // A broker that comes back is enough, too.
        broker.kill();
        var later = outbox.append(ORDER, 10);
        broker.start();
        eventually(() -> reader.idsOf(ORDER).containsAll(later));
      }
    }
  }

  // case O5, one topic only
  @ParameterizedTest
  @EnumSource(RelayMode.class)
  void doesNotConfirmPastAnEventThatItsTopicRefuses(RelayMode mode) {
    var other = outbox.topic() + ".refused";
    try (var relay = relay(mode).start()) {
      eventually(relay::streams);
      var refused = outbox.append(ORDER, other, new byte[10]);
      var later = outbox.append(ORDER, 5);
      eventually(() -> relay.status().problem() != null);
      assertThat(relay.status().problem()).contains(refused.toString(), other);

      PLATFORM.createTopics(1, other);
      awaitRelayed(later);
      try (var reader = new TopicReader(PLATFORM.bootstrapServers(), other)) {
        eventually(() -> reader.idsOf(ORDER).equals(List.of(refused)));
      }
    }
  }

  // case O4: the outbox refuses such an event; should one stand there, others go on without it
  @ParameterizedTest
  @CsvSource({"CDC, 20000", "POLLING, 20000", "CDC, 5000", "POLLING, 5000", "CDC, 400"})
  void goesOnWithoutAnEventThatIsTooLargeAndSendsItWhenTheTopicTakesIt(
      RelayMode mode, int limit, CapturedOutput output) throws Exception {
    limitTopicTo(limit);
    try (var relay = relay(outbox.database(), refusing(mode)).start()) {
      eventually(relay::streams);
      var before = outbox.append(ORDER, 3);
      var large = incompressible(limit + 1000);
      // They share a batch, where the limit is below the size of one.
      var events = outbox.appendTogether(ORDER, new byte[1], new byte[2], large, new byte[3]);
      var refused = events.remove(2);
      var after = outbox.append(ORDER, 10);
      awaitRelayed(before);
      awaitRelayed(events);
      awaitRelayed(after);
      eventually(() -> relay.meters().get("quadrille.relay.refused").gauge().value() == 1);
      awaitConfirmed(mode, ask("SELECT pg_current_wal_lsn()"));

      assertThat(topic.idsOf(ORDER)).doesNotContain(refused);
      assertThat(relay.status().problem()).isNull();
      var health = relay.health();
      assertThat(health.getStatus()).isEqualTo(Status.UP);
      assertThat(health.getDetails().get("refused")).isEqualTo(relay.relay().report().refused());
      assertThat(relay.relay().report().refused())
          .returns(1L, RelayReport.Refused::events)
          .returns(refused, RelayReport.Refused::firstId)
          .returns("OrderPlaced", RelayReport.Refused::firstType)
          .returns((long) large.length, RelayReport.Refused::firstBytes)
          .returns(outbox.topic(), RelayReport.Refused::topic);
      assertThat(relay.relay().republish(Instant.EPOCH, "too-early")).isEqualTo(16);
      assertThat(ask("SELECT count(*) FROM refused_events")).isEqualTo("1");

      limitTopicTo(1_000_000);
      awaitRelayed(List.of(refused));
      eventually(() -> relay.meters().get("quadrille.relay.refused").gauge().value() == 0);
      assertThat(ask("SELECT count(*) FROM refused_events")).isEqualTo("0");
      assertThat(relay.health().getDetails()).doesNotContainKey("refused");
      assertThat(relay.gaps()).isEqualTo(1);
      assertThat(output).containsOnlyOnce("Kafka refuses event " + refused);
      if (limit == ABOVE_A_BATCH) {
        assertThat(output).doesNotContain("begins again");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(RelayMode.class)
  void republishesAnEventThatWasTooLarge(RelayMode mode) throws Exception {
    limitTopicTo(ABOVE_A_BATCH);
    try (var relay = relay(mode).start()) {
      var refused = outbox.append(ORDER, outbox.topic(), incompressible(30_000));
      eventually(() -> relay.meters().get("quadrille.relay.refused").gauge().value() == 1);
      limitTopicTo(1_000_000);
      assertThat(relay.relay().republish(Instant.EPOCH, "mended")).isEqualTo(1);
      awaitRelayed(List.of(refused));
      assertThat(ask("SELECT count(*) FROM refused_events")).isEqualTo("0");
    }
  }

  // The relay died after the note, before the position was confirmed or the mark was taken off.
  @ParameterizedTest
  @EnumSource(RelayMode.class)
  void losesNothingThatWasNotedBeforeACrash(RelayMode mode) throws Exception {
    try (var relay = relay(mode).start()) {
      eventually(relay::streams);
    }
    var events = outbox.appendTogether(ORDER, new byte[1], incompressible(30_000), new byte[2]);
    outbox
        .database()
        .execute(
            "INSERT INTO refused_events SELECT seq, created_at, id, topic, event_type, 1, 'crashed'"
                + " FROM outbox WHERE octet_length(payload) = 30000");
    limitTopicTo(ABOVE_A_BATCH);
    try (var relay = relay(outbox.database(), refusing(mode)).start()) {
      awaitRelayed(List.of(events.get(0), events.get(2)));
      eventually(relay::streams);
      assertThat(ask("SELECT count(*) FROM refused_events")).isEqualTo("1");
      limitTopicTo(1_000_000);
      awaitRelayed(events);
      eventually(() -> ask("SELECT count(*) FROM refused_events").equals("0"));
    }
  }

  // What was noted must not stop the relay where a topic is gone, nor stay for a row that is gone.
  @Test
  void forgetsARefusedEventWhoseRowIsGoneAndWaitsForATopicThatIsGone() throws Exception {
    limitTopicTo(ABOVE_A_BATCH);
    try (var relay = relay(outbox.database(), refusing(RelayMode.CDC)).start()) {
      outbox.append(ORDER, outbox.topic(), incompressible(30_000));
      eventually(() -> relay.meters().get("quadrille.relay.refused").gauge().value() == 1);
      outbox.database().execute("UPDATE outbox SET topic = topic || '.gone'");
      awaitRelayed(outbox.append(ORDER, 5));
      outbox.database().execute("DELETE FROM outbox");
      eventually(() -> ask("SELECT count(*) FROM refused_events").equals("0"));
      assertThat(relay.status().problem()).isNull();
    }
  }

  // case O3
  @Test
  void keepsTheSlotMovingWhileOnlyNeighboursWrite() {
    var neighbour = PLATFORM.newDatabase("neighbour");
    try (var relay = relay().start()) {
      eventually(relay::streams);
      neighbour.execute(
          "CREATE TABLE noise AS SELECT repeat('x', 1000) FROM generate_series(1, 20000)");
      outbox
          .database()
          .execute("CREATE TABLE noise AS SELECT repeat('x', 1000) FROM generate_series(1, 20000)");
      var written = position(ask("SELECT pg_current_wal_lsn()"));
      eventually(() -> position(askSlot("confirmed_flush_lsn")) > written);
      assertThat(topic.records()).isEmpty();
      assertThat(ask("SELECT count(*) FROM relay_beat")).isEqualTo("1");
    } finally {
      PLATFORM.drop(neighbour);
    }
  }

  // case O7
  @ParameterizedTest
  @EnumSource(RelayMode.class)
  void growsOlderWhileNothingFlowsAndRecoversByItself(RelayMode mode) throws Exception {
    var settings = Map.of("mode", mode.name(), "streaming-threshold", "3s");
    try (var link = link();
        var relay = relay(through(link), settings).start()) {
      eventually(relay::streams);
      link.freeze();
      eventually(() -> !relay.relay().isStreaming());
      assertThat(relay.meters().get("quadrille.relay.streaming").gauge().value()).isZero();
      assertThat(relay.meters().get("quadrille.relay.oldest.unpublished.age").gauge().value())
          .isGreaterThan(2);
      assertThat(relay.health().getStatus()).isEqualTo(Status.DOWN);
      link.restore();
      awaitResumed(outbox.append(ORDER, 3));
      eventually(relay::streams);
      assertThat(relay.meters().get("quadrille.relay.oldest.unpublished.age").gauge().value())
          .isLessThan(3);
      assertThat(relay.reason()).isNull();
    }
  }

  private void endEngine(RelayMode mode) {
    switch (mode) {
      case CDC -> askSlot("pg_terminate_backend(active_pid)");
      case POLLING ->
          ask(
              "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname ="
                  + " current_database() AND application_name LIKE 'quadrille % relay'");
    }
  }

  private static Map<String, String> refusing(RelayMode mode) {
    return Map.of("mode", mode.name(), "refused-pause", "500ms");
  }

  private static byte[] incompressible(int bytes) {
    var payload = new byte[bytes];
    new Random(42).nextBytes(payload);
    return payload;
  }

  private void awaitConfirmed(RelayMode mode, String position) {
    if (mode == RelayMode.CDC) {
      eventually(() -> position(askSlot("confirmed_flush_lsn")) > position(position));
    } else {
      eventually(() -> ask("SELECT count(*) FROM outbox_unrelayed").equals("0"));
    }
  }

  private void limitTopicTo(int bytes) {
    new LimitedTopic(outbox.topic()).limitTo(bytes);
  }

  private static long position(String lsn) {
    return LogSequenceNumber.valueOf(lsn).asLong();
  }
}
