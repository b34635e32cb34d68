package dev.quadrille.testkit;

import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.Lane;
import dev.quadrille.testkit.platform.Platform;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Several replicas of a service, in this JVM and on one database. */
public final class Replicas implements AutoCloseable {
  // The default of each lane.
  private static final int THREADS = 2;

  private final RunningService first;
  private final List<RunningService> others;

  private Replicas(RunningService first, List<RunningService> others) {
    this.first = first;
    this.others = others;
  }

  /** Starts three of a kind, and returns when each has its part of the topics. */
  public static Replicas three(Class<?> application, String name) {
    var first = RunningService.start(application, name);
    var others =
        Stream.generate(
                () ->
                    RunningService.startOn(
                        Platform.shared(),
                        first.database(),
                        application,
                        name,
                        RunningService.AT_THE_OFFSETS))
            .limit(2)
            .toList();
    awaitReaders(name);
    return new Replicas(first, others);
  }

  private static void awaitReaders(String name) {
    try (var groups = new ConsumerGroups(Platform.shared().bootstrapServers())) {
      await(name + " shares its topics")
          .atMost(Duration.ofSeconds(60))
          .until(() -> groups.readers(name, Lane.FORWARD) == 3 * THREADS);
    }
  }

  /** The one that the others joined. */
  public RunningService first() {
    return first;
  }

  /**
   * Counts rows of their database.
   *
   * @param rows what follows {@code FROM}
   */
  public long count(String rows) {
    return Long.parseLong(first.database().ask("SELECT count(*) FROM " + rows));
  }

  /** How many of them have handled events. */
  public long busy() {
    return Stream.concat(Stream.of(first), others.stream()).filter(Replicas::hasHandled).count();
  }

  @Override
  public void close() {
    others.forEach(RunningService::close);
    first.close();
  }

  private static boolean hasHandled(RunningService replica) {
    return !replica
        .bean(MeterRegistry.class)
        .find("quadrille.handling.events")
        .tag("outcome", "handled")
        .counters()
        .isEmpty();
  }
}
