package dev.quadrille.relay;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the relay of this process does now, for health, metrics and operators. Thread-safe. */
final class RelayStatus {
  /** Whether this process relays. */
  enum Role {
    STOPPED,
    STANDBY,
    LEADER
  }

  private static final Logger log = LoggerFactory.getLogger(RelayStatus.class);

  private final MeterRegistry meters;
  private final Duration threshold;
  private final Counter gaps;
  private final Map<String, Counter> events = new ConcurrentHashMap<>();
  private volatile Role role = Role.STOPPED;
  private volatile RelayReading reading = RelayReading.NOTHING;
  private volatile long readAt = System.nanoTime();
  private volatile @Nullable String problem;
  private volatile @Nullable RelayGap lastGap;
  private volatile boolean singly;
  private volatile Duration silence = Duration.ZERO;

  /**
   * @param threshold how old the newest beat that came back may be while the relay counts as
   *     streaming
   */
  RelayStatus(MeterRegistry meters, Duration threshold) {
    this.meters = meters;
    this.threshold = threshold;
    this.gaps =
        Counter.builder("quadrille.relay.gaps")
            .description("Times that rows may have been missed and were sent again")
            .register(meters);
    Gauge.builder("quadrille.relay.streaming", this, s -> s.leads() && s.isStreaming() ? 1 : 0)
        .description("1 while this process relays and its beats come back through the slot")
        .register(meters);
    Gauge.builder("quadrille.relay.oldest.unpublished.age", this, s -> s.behind().toMillis() / 1e3)
        .description("No committed event that is not in Kafka is older")
        .baseUnit("seconds")
        .register(meters);
    Gauge.builder("quadrille.relay.refused", this, s -> s.reading.refusedEvents())
        .description("Events that Kafka refuses for their size; they are kept and sent again")
        .register(meters);
    Gauge.builder("quadrille.relay.slot.retained", this, s -> s.reading.retainedBytes())
        .description("WAL that the server keeps for the slot")
        .baseUnit("bytes")
        .register(meters);
  }

  void role(Role now) {
    role = now;
    silence = Duration.ZERO;
  }

  /** Another process leads. */
  void standBy(RelayReading now) {
    role = Role.STANDBY;
    problem = null;
    read(now);
  }

  void read(RelayReading now) {
    reading = now;
    readAt = System.nanoTime();
  }

  /** For so long Kafka has acknowledged nothing of what it was sent. */
  void silence(Duration now) {
    silence = now;
  }

  void relayed(String topic) {
    events
        .computeIfAbsent(topic, each -> meters.counter("quadrille.relay.events", "topic", each))
        .increment();
  }

  /**
   * Rows may have been missed and are sent again.
   *
   * @param from since when; null: all that are retained
   */
  void gap(String reason, @Nullable Instant from) {
    gaps.increment();
    lastGap = RelayGap.noticed(reason, from);
    log.warn(
        "Gap between the outbox and Kafka: {}. Rows written since {} are sent again",
        reason,
        from == null ? "the beginning" : from);
  }

  /** Batches of records are of no use with some topic, for as long as this process lives. */
  void sendSingly() {
    singly = true;
  }

  boolean sendsSingly() {
    return singly;
  }

  /** So many rows are sent again for the last gap. */
  void gapRows(long rows) {
    var gap = lastGap;
    if (gap != null) {
      lastGap = gap.counted(rows);
    }
  }

  /** Kafka has all that was sent again. */
  void gapFilled() {
    var gap = lastGap;
    if (gap != null && gap.filling()) {
      lastGap = gap.filled();
      log.info("Gap closed; rows sent again: {}", gap.rows());
    }
  }

  @Nullable RelayGap lastGap() {
    return lastGap;
  }

  /**
   * @return whether the same was known before
   */
  boolean problem(String reason) {
    var known = reason.equals(problem);
    problem = reason;
    return known;
  }

  void streaming() {
    problem = null;
  }

  Role role() {
    return role;
  }

  RelayReading reading() {
    return reading;
  }

  @Nullable String problem() {
    return problem;
  }

  RelayReport report(RelayMode mode) {
    var now = reading;
    return new RelayReport(
        mode.name(),
        role.name(),
        now.leader(),
        isStreaming(),
        behind().toMillis(),
        now.slot(),
        now.refused(),
        lastGap,
        isStreaming() ? problem : reason());
  }

  /** Why events do not flow, for when they do not. */
  String reason() {
    var known = problem;
    if (known != null) {
      return known;
    }
    return silence.compareTo(threshold) > 0
        ? "Kafka has acknowledged nothing for %d s".formatted(silence.toSeconds())
        : "no progress has been recorded lately";
  }

  /** No committed row that is not in Kafka is older than this, save those that it refused. */
  Duration behind() {
    return reading.behind().plusNanos(System.nanoTime() - readAt);
  }

  /** Whether the beats of whoever leads come back through the slot. */
  boolean isStreaming() {
    return reading.progress() != null && behind().compareTo(threshold) < 0;
  }

  private boolean leads() {
    return role == Role.LEADER;
  }
}
