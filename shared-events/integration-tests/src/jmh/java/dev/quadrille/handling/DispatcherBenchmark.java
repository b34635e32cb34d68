package dev.quadrille.handling;

import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.testkit.RunningService;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What handling a batch costs: read, claimed, answered with one statement an event, committed by a
 * real PostgreSQL. A score is that of the whole batch.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DispatcherBenchmark {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  /** How many events the batch has. */
  @Param({"1", "10", "100", "500"})
  public int batch;

  private RunningService service;

  /** Starts the smallest service. */
  @Setup
  public void start() {
    service = RunningService.start(TinyApplication.class, "tiny");
  }

  /** Ends it. */
  @TearDown
  public void stop() {
    service.close();
  }

  /** A batch of new events. */
  @Benchmark
  public void fresh() {
    DeliveredBatch.deliver(
        service, Stream.generate(DispatcherBenchmark::placed).limit(batch).toList());
  }

  private static OrderPlaced placed() {
    var lines = List.of(new OrderLine("tea", 1, 5L));
    return new OrderPlaced(UUID.randomUUID(), "m", "n", "c", "EUR", 5L, lines, NOW, NOW);
  }
}
