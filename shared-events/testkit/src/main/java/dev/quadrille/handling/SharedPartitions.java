package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import dev.quadrille.testkit.platform.Platform;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.awaitility.Awaitility;

/**
 * Whether the threads of a lane have shared its partitions. A service is ready before: the first
 * thread takes all, and gives some away when it polls again. One that hangs in between keeps them.
 */
public final class SharedPartitions {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private SharedPartitions() {}

  /** Waits until each of so many threads of both lanes has partitions. */
  public static void await(String service, int threadsOfALane) {
    Map<String, Object> client =
        Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, Platform.shared().bootstrapServers());
    try (var admin = Admin.create(client)) {
      Stream.of(Lane.values())
          .map(lane -> ConsumerGroup.of(service, lane))
          .forEach(
              group ->
                  Awaitility.await(group + " has shared its partitions")
                      .atMost(PATIENCE)
                      .until(() -> threadsWithPartitions(admin, group) == threadsOfALane));
    }
  }

  private static long threadsWithPartitions(Admin admin, String group)
      throws ExecutionException, InterruptedException {
    return admin
        .describeConsumerGroups(List.of(group))
        .describedGroups()
        .get(group)
        .get()
        .members()
        .stream()
        .filter(member -> !member.assignment().topicPartitions().isEmpty())
        .count();
  }
}
