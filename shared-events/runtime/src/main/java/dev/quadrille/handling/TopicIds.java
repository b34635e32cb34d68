package dev.quadrille.handling;

import static java.util.stream.Collectors.toSet;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
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
   * The id of a topic, as it was when it was asked for first or looked at last.
   *
   * @throws TransientDataAccessResourceException if Kafka had to be asked and could not answer
   */
  UUID of(String topic) {
    return known.computeIfAbsent(topic, this::ask);
  }

  /**
   * Looks at all topics again.
   *
   * @return those that were made anew since they were looked at last
   * @throws TransientDataAccessResourceException if Kafka could not answer
   */
  Set<String> remade() {
    return Set.copyOf(known.keySet()).stream().filter(this::isRemade).collect(toSet());
  }

  private boolean isRemade(String topic) {
    try {
      var now = ask(topic);
      return !now.equals(known.put(topic, now));
    } catch (TransientDataAccessResourceException e) {
      // A topic that is gone for now may come back.
      if (e.getRootCause() instanceof UnknownTopicOrPartitionException) {
        return false;
      }
      throw e;
    }
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
