package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.testkit.platform.KafkaBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.replication.LogSequenceNumber;

/** Nothing is confirmed before Kafka has it, and nothing stops the relay for ever. */
class RelayFaultsIT extends RelayFixture {
  @Test
  void losesNothingWhenTheEngineDiesInTheMiddleOfBatches() {
    var expected = new ArrayList<UUID>();
    try (var relay = relay(outbox.database(), Map.of("batch-size", "7")).start()) {
      eventually(relay::streams);
      for (int round = 0; round < 4; round++) {
        expected.addAll(outbox.append(ORDER, 100));
        askSlot("pg_terminate_backend(active_pid)");
      }
      awaitRelayed(expected);
      assertThat(topic.idsOf(ORDER)).isEqualTo(expected);
      assertThat(relay.gaps()).isEqualTo(1);
    }
  }

  // case O5
  @Test
  void confirmsNothingThatKafkaHasNotAcknowledged() throws Exception {
    try (var broker = KafkaBroker.temporary().start();
        var link = link()) {
      broker.createTopics(List.of(outbox.topic()), 3);
      var relayed = outbox.append(ORDER, 10);
      String before;
      List<UUID> waiting;
      var relay = new TestRelay(through(link), broker.bootstrapServers()).start();
      try (var reader = new TopicReader(broker.bootstrapServers(), outbox.topic())) {
        eventually(() -> reader.idsOf(ORDER).containsAll(relayed));
        eventually(relay::streams);
        broker.kill();
        before = ask("SELECT pg_current_wal_lsn()");
        waiting = outbox.append(ORDER, 50);
        eventually(() -> relay.relay().oldestUnpublishedAge().toSeconds() > 3);
      } finally {
        // From here on it cannot do anything any more, as after kill -9, and nobody waits for it.
        link.cut();
        CompletableFuture.runAsync(relay::close);
      }

      assertThat(position(askSlot("confirmed_flush_lsn"))).isLessThanOrEqualTo(position(before));
      broker.start();
      try (var next = new TestRelay(outbox.database(), broker.bootstrapServers()).start();
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

  // case O4: the outbox refuses such an event; should one get in, it is shown and never skipped
  @Test
  void showsAnEventThatIsTooLargeAndGoesOnWhenTheTopicTakesIt() throws Exception {
    limitTopicTo("20000");
    try (var relay = relay().start()) {
      eventually(relay::streams);
      var incompressible = new byte[30_000];
      new Random(42).nextBytes(incompressible);
      var events = outbox.appendTogether(ORDER, incompressible, new byte[1]);
      eventually(() -> relay.status().problem() != null);
      assertThat(relay.status().problem()).contains(events.get(0).toString(), "RecordTooLarge");
      assertThat(topic.idsOf(ORDER)).isEmpty();

      limitTopicTo("1000000");
      awaitRelayed(events);
      assertThat(topic.idsOf(ORDER)).isEqualTo(events);
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
  @Test
  void growsOlderWhileNothingFlowsAndRecoversByItself() throws Exception {
    try (var link = link();
        var relay = relay(through(link), Map.of("streaming-threshold", "3s")).start()) {
      eventually(relay::streams);
      link.freeze();
      eventually(() -> !relay.relay().isStreaming());
      assertThat(relay.meters().get("quadrille.relay.streaming").gauge().value()).isZero();
      assertThat(relay.meters().get("quadrille.relay.oldest.unpublished.age").gauge().value())
          .isGreaterThan(2);
      link.restore();
      awaitRelayed(outbox.append(ORDER, 3));
      eventually(relay::streams);
    }
  }

  private void limitTopicTo(String bytes) throws Exception {
    try (var admin = Admin.create(Map.of("bootstrap.servers", PLATFORM.bootstrapServers()))) {
      var limit =
          new AlterConfigOp(new ConfigEntry("max.message.bytes", bytes), AlterConfigOp.OpType.SET);
      admin
          .incrementalAlterConfigs(
              Map.of(new ConfigResource(ConfigResource.Type.TOPIC, outbox.topic()), List.of(limit)))
          .all()
          .get();
    }
  }

  private static long position(String lsn) {
    return LogSequenceNumber.valueOf(lsn).asLong();
  }
}
