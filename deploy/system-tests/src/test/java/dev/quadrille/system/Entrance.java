package dev.quadrille.system;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.platform.NetworkLink;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What Kubernetes puts before the replicas of a service: a new connection goes to one that is
 * ready, and stays there, also when that one leaves.
 */
final class Entrance implements AutoCloseable {
  // As the chart's readiness probe.
  private static final int PERIOD_SECONDS = 5;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int UNREADY = 2;

  private static final int NOBODY = 1;

  /** How often in a row each was not ready. */
  private final Map<URI, Integer> replicas = new ConcurrentHashMap<>();

  private final List<String> troubles = new CopyOnWriteArrayList<>();
  private final NetworkLink link = NetworkLink.to(this::next);
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

  /** With a replica that is ready. */
  Entrance(URI replica) {
    replicas.put(replica, 0);
    clock.scheduleWithFixedDelay(this::probe, PERIOD_SECONDS, PERIOD_SECONDS, SECONDS);
  }

  /** Where clients connect. */
  URI url() {
    return URI.create("http://127.0.0.1:" + link.port());
  }

  /** When a replica was not ready, and why. */
  List<String> troubles() {
    return List.copyOf(troubles);
  }

  /** New connections go to another one, which is ready. */
  void handOver(URI from, URI to) {
    replicas.put(to, 0);
    replicas.remove(from);
  }

  @Override
  public void close() {
    clock.shutdownNow();
    link.close();
  }

  private int next() {
    var ready = replicas.keySet().stream().filter(one -> replicas.get(one) < UNREADY).toList();
    return ready.isEmpty()
        ? NOBODY
        : ready.get(ThreadLocalRandom.current().nextInt(ready.size())).getPort();
  }

  private void probe() {
    for (var replica : replicas.keySet()) {
      var trouble = trouble(replica);
      replicas.computeIfPresent(replica, (one, failures) -> trouble.isEmpty() ? 0 : failures + 1);
      if (!trouble.isEmpty()) {
        troubles.add("%s %s: %s".formatted(LocalTime.now(), replica, trouble));
      }
    }
  }

  private static String trouble(URI replica) {
    try {
      var answer =
          new HttpCaller(replica, null)
              .send("/actuator/health/readiness", request -> request.GET().timeout(TIMEOUT));
      return answer.status() == 200 ? "" : answer.body().toString();
    } catch (UncheckedIOException noAnswer) {
      return noAnswer.getMessage();
    }
  }
}
