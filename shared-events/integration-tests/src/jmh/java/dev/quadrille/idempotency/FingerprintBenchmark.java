package dev.quadrille.idempotency;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What it costs to tell whether a request is the same as before. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FingerprintBenchmark {
  private static final KeyedRequest.Target TARGET = new KeyedRequest.Target("POST", "/orders", "");

  /** How many lines the order has. */
  @Param({"2", "100"})
  public int lines;

  private byte[] body;

  /** Writes the order. */
  @Setup
  public void order() {
    var text =
        IntStream.range(0, lines)
            .mapToObj("{\"sku\":\"sku-%d\",\"quantity\":1,\"unitPriceMinor\":499}"::formatted)
            .collect(
                Collectors.joining(
                    ",",
                    "{\"merchantOrderNo\":\"4711\",\"customerId\":\"c-1\",\"currency\":\"EUR\",\"lines\":[",
                    "]}"));
    body = text.getBytes(StandardCharsets.UTF_8);
  }

  /** From the request to its scope and fingerprint. */
  @Benchmark
  public Object request() throws MalformedJsonException {
    var content = new KeyedRequest.Content(body, CanonicalJson.of(body));
    return KeyedRequest.of("shop", TARGET, "0e0e7c9a-3f6e-4a53-8f5b-2b6f0a4a6d11", content);
  }
}
