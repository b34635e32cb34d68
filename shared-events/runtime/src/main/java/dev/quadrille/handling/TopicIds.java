package dev.quadrille.handling;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
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
   * The id of a topic, as it was when it was asked for first or {@link #take taken} last.
   *
   * @throws TransientDataAccessResourceException if Kafka had to be asked and could not answer
   */
  UUID of(String topic) {
    return known.computeIfAbsent(topic, this::ask);
  }

  /**
   * Looks at all topics again.
   *
   * @return the ids of those that were made anew; they do not count yet, for whoever is handling a
   *     batch has read it from the old topic
   * @throws TransientDataAccessResourceException if Kafka could not answer
   */
  Map<String, UUID> remade() {
    var remade = new HashMap<String, UUID>();
    known.forEach(
        (topic, id) -> {
          var now = askIfThere(topic);
          if (now != null && !now.equals(id)) {
            remade.put(topic, now);
          }
        });
    return remade;
  }

  /** Lets these count from now on. */
  void take(Map<String, UUID> remade) {
    known.putAll(remade);
  }

  private @Nullable UUID askIfThere(String topic) {
    try {
      return ask(topic);
    } catch (TransientDataAccessResourceException e) {
      // A topic that is gone for now may come back.
      if (e.getRootCause() instanceof UnknownTopicOrPartitionException) {
        return null;
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
