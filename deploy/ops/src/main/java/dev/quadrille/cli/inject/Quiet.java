package dev.quadrille.cli.inject;

import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.topics.TopicAdmin;
import dev.quadrille.cli.waiting.Pause;
import dev.quadrille.contracts.EventType;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;

/** Waits until orders have ended and nobody tells anything any more. */
final class Quiet {
  private static final Duration STILL = Duration.ofSeconds(1);

  private final TargetSystem system;

  Quiet(TargetSystem system) {
    this.system = system;
  }

  /** Returns when it is quiet, or the time is over. */
  void await(Duration patience) {
    awaitStill(patience, this::nobodyIsInFlight);
  }

  /** Returns when nobody tells anything, and something else is so, or the time is over. */
  void awaitStill(Duration patience, BooleanSupplier also) {
    try (var admin = new TopicAdmin(system.kafka())) {
      var partitions = admin.partitions(topics());
      Pause.until(() -> also.getAsBoolean() && isStill(admin, partitions), patience);
    }
  }

  private boolean nobodyIsInFlight() {
    return system
        .database("order")
        .sql("SELECT NOT EXISTS (SELECT FROM orders WHERE state IN (1, 3, 5))")
        .query(Boolean.class)
        .single();
  }

  private static boolean isStill(TopicAdmin admin, List<TopicPartition> partitions) {
    var before = admin.ends(partitions);
    Pause.lasting(STILL);
    return admin.ends(partitions).equals(before);
  }

  private static List<String> topics() {
    return Arrays.stream(EventType.values()).map(EventType::topic).distinct().toList();
  }
}
