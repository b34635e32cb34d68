package dev.quadrille.testkit.platform;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * The topics of a cluster.
 *
 * @param bootstrapServers where the cluster is reached
 */
record Topics(String bootstrapServers) {

  private static final short NOT_REPLICATED = 1;
  private static final int TIMEOUT_MILLIS = 30_000;
  private static final int GLANCE_MILLIS = 3_000;

  /** Creates the topics that do not exist yet and returns when all can be used. */
  void create(Collection<String> names, int partitions) {
    try (var admin = admin(TIMEOUT_MILLIS)) {
      var created =
          admin.createTopics(
              names.stream().map(name -> new NewTopic(name, partitions, NOT_REPLICATED)).toList());
      for (var each : created.values().values()) {
        try {
          each.get();
        } catch (ExecutionException e) {
          if (!(e.getCause() instanceof TopicExistsException)) {
            throw new PlatformException(
                "cannot create topics %s: %s".formatted(names, e.getCause()), e);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while creating topics", e);
    }
  }

  /** Whether the cluster answers and has a broker. */
  boolean areReachable() {
    try (var admin = admin(GLANCE_MILLIS)) {
      return !admin.describeCluster().nodes().get(GLANCE_MILLIS, TimeUnit.MILLISECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while waiting for Kafka", e);
    }
  }

  private Admin admin(int timeoutMillis) {
    return Admin.create(
        Map.of(
            "bootstrap.servers", bootstrapServers,
            "request.timeout.ms", timeoutMillis,
            "default.api.timeout.ms", timeoutMillis));
  }
}
