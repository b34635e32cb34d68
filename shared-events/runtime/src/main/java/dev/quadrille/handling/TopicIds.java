package dev.quadrille.handling;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * The ids that Kafka gave the topics; a topic that was deleted and made anew has another one
 * (KIP-516).
 */
final class TopicIds {
  private final Admin admin;
  private final Map<String, UUID> known = new ConcurrentHashMap<>();

  TopicIds(Admin admin) {
    this.admin = admin;
  }

  /**
   * The id of a topic.
   *
   * @throws TransientDataAccessResourceException if Kafka had to be asked and could not answer
   */
  UUID of(String topic) {
    return known.computeIfAbsent(topic, this::ask);
  }

  /** Forgets what is known, so that a topic made anew is noticed. */
  void refresh() {
    known.clear();
  }

  private UUID ask(String topic) {
    try {
      var description =
          admin.describeTopics(List.of(topic)).allTopicNames().get(10, TimeUnit.SECONDS).get(topic);
      var id = description.topicId();
      return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits());
    } catch (ExecutionException | TimeoutException e) {
      throw new TransientDataAccessResourceException("Kafka did not tell the id of " + topic, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransientDataAccessResourceException("interrupted while asking Kafka", e);
    }
  }
}
