package dev.quadrille.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.quadrille.testkit.oracle.Finding;
import dev.quadrille.testkit.oracle.Verdict;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What looks have found, in numbers that Prometheus fetches. */
final class VerdictFigures implements AutoCloseable {
  private static final String HERE = "127.0.0.1";
  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<String, Long> findings = new ConcurrentHashMap<>();
  private final AtomicLong inFlight = new AtomicLong();
  private final AtomicLong lastLookSeconds = new AtomicLong();
  private final Timer looks;
  private final Counter failures;
  private @Nullable HttpServer server;

  private VerdictFigures(List<String> checks) {
    for (var check : checks) {
      Gauge.builder("quadrille.verify.findings", () -> findings.getOrDefault(check, 0L))
          .description("what does not agree")
          .tag("check", check)
          .register(registry);
    }
    Gauge.builder("quadrille.verify.in.flight", inFlight::get)
        .description("orders that have not ended, and are not judged")
        .register(registry);
    Gauge.builder("quadrille.verify.last.look", lastLookSeconds::get)
        .description("when the last look ended that could see everything, since the epoch")
        .baseUnit("seconds")
        .register(registry);
    looks =
        Timer.builder("quadrille.verify.looks")
            .description("looks that could see everything")
            .register(registry);
    failures =
        Counter.builder("quadrille.verify.failures")
            .description("looks that could not see everything")
            .register(registry);
  }

  /**
   * Figures that are there for whoever fetches them.
   *
   * @param address {@code [HOST:]PORT}; null for nowhere
   * @param checks what findings may be about
   * @throws IllegalArgumentException if nothing can answer there
   */
  static VerdictFigures at(@Nullable String address, List<String> checks) {
    var figures = new VerdictFigures(checks);
    if (address != null) {
      figures.answer(socket(address));
    }
    return figures;
  }

  void took(Verdict verdict, Duration time) {
    var counts =
        verdict.findings().stream()
            .collect(Collectors.groupingBy(Finding::check, Collectors.counting()));
    findings.keySet().retainAll(counts.keySet());
    findings.putAll(counts);
    inFlight.set(verdict.inFlight());
    lastLookSeconds.set(System.currentTimeMillis() / 1_000);
    looks.record(time);
  }

  void failed() {
    failures.increment();
  }

  /** As Prometheus reads them. */
  String text() {
    return registry.scrape();
  }

  @Override
  public void close() {
    if (server != null) {
      server.stop(0);
    }
    registry.close();
  }

  private static InetSocketAddress socket(String address) {
    var colon = address.lastIndexOf(':');
    var port = address.substring(colon + 1);
    if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > 65_535) {
      throw new IllegalArgumentException("--metrics is no [HOST:]PORT");
    }
    return new InetSocketAddress(
        colon < 0 ? HERE : address.substring(0, colon), Integer.parseInt(port));
  }

  private void answer(InetSocketAddress socket) {
    try {
      server = HttpServer.create(socket, 0);
    } catch (IOException e) {
      throw new IllegalArgumentException("--metrics: nothing can answer there: " + e.getMessage());
    }
    server.createContext("/metrics", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = text().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", TEXT);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
