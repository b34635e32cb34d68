package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import dev.quadrille.inbox.TopicRetention;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.springframework.dao.TransientDataAccessResourceException;

/** The topics of both lanes. */
final class ConsumedTopics implements TopicRetention {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final EventHandlers<?> handlers;
  private final Admin admin;

  ConsumedTopics(EventHandlers<?> handlers, Admin admin) {
    this.handlers = handlers;
    this.admin = admin;
  }

  @Override
  public Map<String, Duration> byTopic() {
    var topics =
        Stream.of(Lane.values())
            .flatMap(lane -> handlers.topics(lane).stream())
            .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
            .toList();
    var retention = new TreeMap<String, Duration>();
    try {
      admin
          .describeConfigs(topics)
          .all()
          .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
          .forEach((topic, config) -> retention.put(topic.name(), longest(config)));
    } catch (ExecutionException | TimeoutException e) {
      throw new TransientDataAccessResourceException(
          "Kafka did not tell how long topics keep events: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransientDataAccessResourceException("interrupted while asking Kafka", e);
    }
    return retention;
  }

  // Kafka deletes whole segments: the first event of one stays until the last is old enough.
  static Duration longest(Config topic) {
    var retention = Long.parseLong(topic.get(TopicConfig.RETENTION_MS_CONFIG).value());
    var compacted =
        topic
            .get(TopicConfig.CLEANUP_POLICY_CONFIG)
            .value()
            .contains(TopicConfig.CLEANUP_POLICY_COMPACT);
    return compacted || retention < 0
        ? Duration.ofMillis(Long.MAX_VALUE)
        : Duration.ofMillis(retention)
            .plusMillis(Long.parseLong(topic.get(TopicConfig.SEGMENT_MS_CONFIG).value()));
  }
}
