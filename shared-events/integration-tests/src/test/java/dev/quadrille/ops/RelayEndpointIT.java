package dev.quadrille.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.handling.TinyApplication;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.platform.Platform;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;

/** What people on call see of the relay, and what they may have it do. */
class RelayEndpointIT {
  private static final String TOPIC = "relay-endpoint";
  private static RunningService service;
  private static HttpCaller ops;

  @BeforeAll
  static void start() {
    Platform.shared().createTopics(1, TOPIC);
    service =
        RunningService.start(TinyApplication.class, "tiny", "quadrille.relay.refused-pause=1h");
    ops = service.calledByOps();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void showsHowTheOutboxGetsToKafka() {
    var relay = ops.get("/ops/relay");
    assertThat(relay.status()).isEqualTo(200);
    assertThat(relay.text("mode")).isEqualTo("CDC");
    assertThat(relay.text("role")).isEqualTo("LEADER");
    assertThat(relay.body().path("streaming").asBoolean()).isTrue();
    assertThat(relay.body().path("slot").path("walStatus").asString()).isEqualTo("reserved");
    assertThat(relay.body().path("slot").path("lagBytes").asLong()).isNotNegative();
    // The first start is a gap: nobody has relayed what was accepted before.
    assertThat(relay.body().path("lastGap").path("reason").asString())
        .contains("no replication slot");
    assertThat(relay.body().path("problem").isNull()).isTrue();
  }

  @Test
  void republishesWhatATopicHasLost() {
    append();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> ops.get("/ops/drained").body().path("drained").asBoolean());
    var answer =
        ops.post(
            "/ops/relay/republish", "{\"from\":\"2020-01-01T00:00:00+01:00\",\"replay\":\"r1\"}");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("replay")).isEqualTo("r1");
    assertThat(answer.body().path("events").asLong()).isPositive();
    assertThat(
            ops.post("/ops/relay/republish", "{\"from\":\"2999-01-01T00:00:00Z\"}")
                .body()
                .path("events")
                .asLong())
        .isZero();
  }

  // case P3: what is asked before a restart, and what before traffic is sent
  @Test
  void readinessAsksTheRelayAndLivenessNobody() {
    var readiness = ops.get("/actuator/health/readiness").body().path("components");
    assertThat(readiness.path("relay").path("details").path("role").asString()).isEqualTo("LEADER");
    var liveness = Objects.requireNonNull(service.bean(HealthEndpointGroups.class).get("liveness"));
    assertThat(Stream.of("livenessState", "db", "relay", "registry").filter(liveness::isMember))
        .containsExactly("livenessState");
  }

  @Test
  void isNotThereInAProcessThatLeavesRelayingToOthersAndWaitsForThem() {
    try (var other =
        RunningService.start(
            TinyApplication.class,
            "tiny",
            "quadrille.relay.enabled=false",
            "quadrille.relay.streaming-threshold=1s")) {
      assertThat(other.calledByOps().get("/ops/relay").status()).isEqualTo(404);

      var drained = other.calledByOps().get("/ops/drained").body();
      assertThat(drained.path("left").toString()).contains("may not be in Kafka");
      assertThat(drained.path("drained").asBoolean()).as("nobody relays").isFalse();
    }
  }

  @Test
  void nobodyBreaksASystemThatIsNotThereToBeBroken() {
    assertThat(ops.get("/ops/faults").status()).isEqualTo(404);
    assertThat(ops.post("/ops/faults", "{\"seed\": 1, \"seconds\": 1, \"faults\": []}").status())
        .isEqualTo(404);
  }

  @Test
  void refusesToRepublishWithoutABeginning() {
    for (var body : new String[] {"{}", "{\"from\":\"yesterday\"}", "{\"from\":null}"}) {
      assertThat(ops.post("/ops/relay/republish", body).status()).isEqualTo(400);
    }
  }

  @Test
  void isDrainedUnlessSomethingIsLeft() {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> ops.get("/ops/drained").body().path("drained").asBoolean());
    service
        .database()
        .execute(
            "INSERT INTO parked_events (lane, topic, topic_id, partition, \"offset\", header_names,"
                + " header_values, reason, detail, attempts, next_attempt_at) VALUES ('forward',"
                + " 't', gen_random_uuid(), 0, 0, '{}', '{}', 'BROKEN', '', 1, now() + interval '1"
                + " hour')");
    var drained = ops.get("/ops/drained").body();
    assertThat(drained.path("drained").asBoolean()).isFalse();
    assertThat(drained.path("left").toString()).contains("1 parked events");
    service.database().execute("DELETE FROM parked_events");

    service
        .database()
        .execute(
            "INSERT INTO refused_events (seq, created_at, event_id, topic, event_type, bytes, reason)"
                + " VALUES (-1, now(), gen_random_uuid(), 't', 'E', 7, 'too large')");
    assertThat(ops.get("/ops/drained").body().path("left").toString())
        .contains("1 events are refused by Kafka");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> ops.get("/ops/relay").body().path("refused").path("firstBytes").asInt() == 7);
    var relay = ops.get("/actuator/health/readiness").body().path("components").path("relay");
    assertThat(relay.path("status").asString()).isEqualTo("UP");
    assertThat(relay.path("details").path("refused").path("topic").asString()).isEqualTo("t");
    assertThat(relay.path("details").path("lastGap").path("filling").asBoolean(true)).isFalse();
    service.database().execute("DELETE FROM refused_events");
  }

  private static void append() {
    service
        .database()
        .execute(
            "INSERT INTO outbox (id, topic, aggregate_type, aggregate_id, event_type, payload)"
                + " VALUES (gen_random_uuid(), '"
                + TOPIC
                + "', 'notification',"
                + " gen_random_uuid(), 'E', '')");
  }
}
