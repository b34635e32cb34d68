package dev.quadrille.cli.bench;

import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.platform.RedisServer;
import java.io.PrintWriter;
import java.util.Locale;

/** What keys cost in each mode, with and without Redis in front, as one table. */
public final class IdempotencyBench {
  private final PrintWriter out;
  private final int pairs;

  /**
   * @param out where the table goes
   * @param pairs how many double clicks are measured in each mode
   */
  public IdempotencyBench(PrintWriter out, int pairs) {
    this.out = out;
    this.pairs = pairs;
  }

  /** Measures one mode after the other, on parts of its own. */
  public void run() {
    out.println(
        "| mode | requests/s | duplicates absorbed | in front of PostgreSQL | p99 | commits/request"
            + " |");
    out.println("|---|---|---|---|---|---|");
    try (var redis = RedisServer.start()) {
      measure("", "quadrille.idempotency.front=none");
      measure(
          ", Redis in front",
          "quadrille.idempotency.front=redis",
          "spring.data.redis.port=" + redis.port());
    }
  }

  private void measure(String with, String... settings) {
    try (var service = RunningService.start(BenchApplication.class, "bench", settings)) {
      for (var mode : new String[] {"atomic", "leased"}) {
        new DoubleClicks(service, "/" + mode).run(pairs / 4);
        line(mode + with, new DoubleClicks(service, "/" + mode).run(pairs));
      }
    }
  }

  private void line(String mode, DoubleClicks.Result it) {
    out.println(
        String.format(
            Locale.ROOT,
            "| %s | %.0f | %.1f %% | %.1f %% | %.1f ms | %.2f |",
            mode,
            it.rate(),
            100 * it.absorbed(),
            100 * it.inFront(),
            it.p99(),
            it.commits()));
    out.flush();
  }
}
