package dev.quadrille.cli.bench;

import dev.quadrille.local.Addresses;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.platform.PlatformException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * What no services can be quicker than: their statements, in transactions of the size that theirs
 * had, from prepared statements. On their databases as they have left them, while they are stopped.
 */
final class SqlFloor {
  private static final Duration WARM_UP = Duration.ofSeconds(5);

  private final Addresses addresses;
  private final Shape shape;
  private final long postgres;
  private final int workers = 2 * Runtime.getRuntime().availableProcessors();

  /**
   * @param postgres its main process
   */
  SqlFloor(Addresses addresses, Shape shape, long postgres) {
    this.addresses = addresses;
    this.shape = shape;
    this.postgres = postgres;
  }

  /**
   * Runs for a while.
   *
   * @param batch how many events a transaction handles
   */
  Result run(int batch, Duration length) {
    work(batch, WARM_UP);
    var before = ProcessTimes.ofFamily(postgres);
    var begun = System.nanoTime();
    var sagas = work(batch, length);
    var seconds = (System.nanoTime() - begun) / 1e9;
    var cpuMillis = (ProcessTimes.ofFamily(postgres) - before) / sagas;
    return new Result(batch, workers, sagas / seconds, cpuMillis);
  }

  private long work(int batch, Duration length) {
    var threads = Executors.newFixedThreadPool(workers);
    var sagas = new LongAdder();
    var end = System.nanoTime() + length.toNanos();
    try {
      List<CompletableFuture<Void>> all =
          IntStream.range(0, workers)
              .mapToObj(
                  seed -> CompletableFuture.runAsync(() -> work(seed, batch, end, sagas), threads))
              .toList();
      all.forEach(CompletableFuture::join);
      return sagas.sum();
    } catch (CompletionException e) {
      throw e.getCause() instanceof PlatformException expected ? expected : e;
    } finally {
      threads.shutdownNow();
    }
  }

  private void work(int seed, int batch, long end, LongAdder sagas) {
    try (var floor = new FloorSagas(addresses, shape, payloadBytes(), seed)) {
      while (System.nanoTime() < end) {
        floor.round(batch);
        sagas.add(batch);
      }
    } catch (SQLException e) {
      throw new PlatformException("the floor breaks: " + e.getMessage(), e);
    }
  }

  private int payloadBytes() {
    return (int)
        Double.parseDouble(
            addresses
                .database(Participant.ORDER)
                .ask("SELECT coalesce(avg(octet_length(payload)), 100) FROM outbox"));
  }

  /**
   * What was reached.
   *
   * @param batch events a transaction
   * @param workers how many transactions went on at a time
   * @param cpuMillis of PostgreSQL for each saga
   */
  record Result(int batch, int workers, double sagasPerSecond, double cpuMillis) {}
}
