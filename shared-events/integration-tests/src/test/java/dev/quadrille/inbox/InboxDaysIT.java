package dev.quadrille.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.quadrille.handling.TinyApplication;
import dev.quadrille.service.Days;
import dev.quadrille.testkit.RunningService;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Claims outlive the events on the topics. */
class InboxDaysIT {
  private static final InboxProperties TWO_WEEKS =
      new InboxProperties(Duration.ofDays(14), Duration.ofDays(3));
  private static final Instant LONG_AGO = Instant.parse("2025-01-02T12:00:00Z");

  private Days days;
  private JdbcClient jdbc;

  @BeforeEach
  void start() {
    days = new Days();
    jdbc = days.jdbc();
    days.database()
        .execute(
            "CREATE TABLE processed_events_20250102 PARTITION OF processed_events FOR VALUES FROM"
                + " ('%s') TO ('%s')"
                    .formatted(
                        first(Instant.parse("2025-01-02T00:00:00Z")),
                        first(Instant.parse("2025-01-03T00:00:00Z"))));
    claim(UuidCreator.getTimeOrderedEpoch(LONG_AGO), "now()");
  }

  @AfterEach
  void stop() {
    days.close();
  }

  @Test
  void dropsTheClaimsOfEventsThatCannotComeBack() {
    var partitions = days.of(inbox(Duration.ofDays(7)));
    partitions.makeAhead();
    var today = UuidCreator.getTimeOrderedEpoch();
    claim(today, "now()");
    partitions.dropServed();
    assertThat(claims()).containsExactly(today);
    assertThat(
            jdbc.sql("SELECT count(*) FROM processed_events_default").query(Integer.class).single())
        .isZero();
  }

  @Test
  void prunesClaimsUnderForeignIdsByTheirAge() {
    claim(UUID.randomUUID(), "now() - interval '15 days'");
    var young = UUID.randomUUID();
    claim(young, "now() - interval '13 days'");
    days.of(inbox(Duration.ofDays(7))).dropServed();
    assertThat(claims()).containsExactly(young);
  }

  @Test
  void refusesToStartWithARetentionThatATopicOutlasts() {
    assertThatThrownBy(() -> inbox(Duration.ofDays(11)).afterSingletonsInstantiated())
        .hasMessageContainingAll(
            "quadrille.inbox.retention is 336 h", "order.events keeps events for 264 h", "72 h");
    assertThatThrownBy(() -> inbox(Duration.ofMillis(Long.MAX_VALUE)).afterSingletonsInstantiated())
        .hasMessageContaining("for ever");
    inbox(Duration.ofDays(10)).afterSingletonsInstantiated();
  }

  @Test
  void asksKafkaForTheTopicsOfAService() {
    assertThatThrownBy(
            () ->
                RunningService.start(TinyApplication.class, "tiny", "quadrille.inbox.retention=1d"))
        .hasStackTraceContaining("quadrille.inbox.retention is 24 h, but topic ")
        .hasStackTraceContaining(".events keeps events for 336 h (retention.ms and segment.ms;");
  }

  @Test
  void dropsNothingWhenATopicIsGivenALongerRetention() {
    days.of(inbox(Duration.ofDays(20))).dropServed();
    assertThat(claims()).hasSize(1);
  }

  @Test
  void startsAndDropsNothingWhileKafkaCannotBeAsked() {
    var inbox =
        new InboxDays(
            TWO_WEEKS,
            () -> {
              throw new IllegalStateException("no broker");
            });
    inbox.afterSingletonsInstantiated();
    days.of(inbox).dropServed();
    assertThat(claims()).hasSize(1);
  }

  private static InboxDays inbox(Duration topicRetention) {
    return new InboxDays(TWO_WEEKS, () -> Map.of("order.events", topicRetention));
  }

  private static UUID first(Instant time) {
    return UuidCreator.getTimeOrderedEpochMin(time);
  }

  private void claim(UUID id, String at) {
    jdbc.sql("INSERT INTO processed_events VALUES (?, '', " + at + ")").param(id).update();
  }

  private List<UUID> claims() {
    return jdbc.sql("SELECT event_id FROM processed_events").query(UUID.class).list();
  }
}
