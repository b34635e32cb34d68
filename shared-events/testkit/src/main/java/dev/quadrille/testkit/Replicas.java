package dev.quadrille.testkit;

import dev.quadrille.testkit.platform.Platform;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.Stream;

/** Several replicas of a service, in this JVM and on one database. */
public final class Replicas implements AutoCloseable {
  private final RunningService first;
  private final List<RunningService> others;

  private Replicas(RunningService first, List<RunningService> others) {
    this.first = first;
    this.others = others;
  }

  /** Starts three of a kind. */
  public static Replicas three(Class<?> application, String name) {
    var first = RunningService.start(application, name);
    var others =
        Stream.generate(
                () ->
                    RunningService.startOn(Platform.shared(), first.database(), application, name))
            .limit(2)
            .toList();
    return new Replicas(first, others);
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
