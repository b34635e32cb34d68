package dev.quadrille.inbox;

import java.time.Duration;
import java.util.Map;

/** How long the topics that this service reads keep what is on them. */
@FunctionalInterface
public interface TopicRetention {
  /** For a service that reads none. */
  TopicRetention NO_TOPICS = Map::of;

  /**
   * Asks Kafka.
   *
   * @return for each topic how old an event on it can become; {@link Long#MAX_VALUE} milliseconds
   *     or more for one that keeps everything
   * @throws RuntimeException when Kafka cannot tell now
   */
  Map<String, Duration> byTopic();
}
