package dev.quadrille.inbox;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.quadrille.service.DailyTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Keeps claims for longer than their events can come back. An event that does come back after its
 * claim meets the state of its aggregate only.
 */
final class InboxDays implements DailyTable, SmartInitializingSingleton {
  private static final Logger log = LoggerFactory.getLogger(InboxDays.class);

  private final InboxProperties properties;
  private final TopicRetention topics;

  InboxDays(InboxProperties properties, TopicRetention topics) {
    this.properties = properties;
    this.topics = topics;
  }

  /**
   * Refuses to start with a retention that is too short. When Kafka cannot be asked the service
   * starts all the same, and claims stay until it can.
   */
  @Override
  public void afterSingletonsInstantiated() {
    Optional<String> violation;
    try {
      violation = violation();
    } catch (RuntimeException e) {
      log.warn("Whether claims are kept for long enough is not known yet: {}", e.getMessage());
      return;
    }
    violation.ifPresent(
        message -> {
          throw new IllegalStateException(message);
        });
  }

  @Override
  public String name() {
    return "processed_events";
  }

  @Override
  public String keyColumn() {
    return "event_id";
  }

  /** The smallest UUID of version 7 of that time (RFC 9562, section 5.7). */
  @Override
  public String keyAt(Instant time) {
    return UuidCreator.getTimeOrderedEpochMin(time).toString();
  }

  @Override
  public String ageColumn() {
    return "handled_at";
  }

  @Override
  public Optional<Instant> servedBefore(Instant now) {
    var violation = violation();
    violation.ifPresent(message -> log.error("Claims stay: {}", message));
    return violation.isPresent()
        ? Optional.empty()
        : Optional.of(now.minus(properties.retention()));
  }

  private Optional<String> violation() {
    return topics.byTopic().entrySet().stream()
        .filter(
            topic ->
                properties.retention().minus(properties.replayWindow()).compareTo(topic.getValue())
                    <= 0)
        .findFirst()
        .map(topic -> violation(topic.getKey(), topic.getValue()));
  }

  private String violation(String topic, Duration kept) {
    return ("quadrille.inbox.retention is %s, but topic %s keeps events for %s (retention.ms and"
            + " segment.ms; for ever when cleanup.policy is compact) and they may be %s old"
            + " when they are sent to it (quadrille.inbox.replay-window): an event could come"
            + " back after its claim is gone")
        .formatted(
            days(properties.retention()), topic, days(kept), days(properties.replayWindow()));
  }

  private static String days(Duration time) {
    return time.compareTo(Duration.ofMillis(Long.MAX_VALUE)) >= 0 ? "ever" : time.toHours() + " h";
  }
}
