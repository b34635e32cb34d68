package dev.quadrille.cli.bench;

import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.RunningService;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** Impatient clients: each request is sent twice at once, under one key. */
final class DoubleClicks {
  private static final int CLIENTS = 8;

  private final RunningService service;
  private final String path;
  private final HttpCaller caller;
  private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();

  DoubleClicks(RunningService service, String path) {
    this.service = service;
    this.path = path;
    this.caller = service.calledByOps();
  }

  /** Sends so many pairs and measures. */
  Result run(int pairs) {
    var effectsBefore = asked("SELECT count(*) FROM effect");
    var absorbedBefore = absorbed();
    var commitsBefore = commits();
    var clients = Executors.newFixedThreadPool(CLIENTS);
    var threads = Executors.newFixedThreadPool(2 * CLIENTS);
    var begun = System.nanoTime();
    IntStream.range(0, CLIENTS)
        .mapToObj(i -> CompletableFuture.runAsync(() -> clicks(pairs / CLIENTS, threads), clients))
        .toList()
        .forEach(CompletableFuture::join);
    var seconds = (System.nanoTime() - begun) / 1e9;
    clients.shutdown();
    threads.shutdown();
    var sent = 2 * (pairs / CLIENTS) * CLIENTS;
    var effects = asked("SELECT count(*) FROM effect") - effectsBefore;
    return new Result(
        sent / seconds,
        2.0 * (sent - effects) / sent,
        2 * (absorbed() - absorbedBefore) / sent,
        percentile(99),
        (commits() - commitsBefore) / sent);
  }

  private void clicks(int pairs, ExecutorService threads) {
    for (var i = 0; i < pairs; i++) {
      var key = UUID.randomUUID().toString();
      var pair =
          List.of(
              CompletableFuture.runAsync(() -> click(key), threads),
              CompletableFuture.runAsync(() -> click(key), threads));
      pair.forEach(CompletableFuture::join);
    }
  }

  private void click(String key) {
    var begun = System.nanoTime();
    var answer = caller.post(path, "{}", key);
    if (answer.status() != 202 && answer.status() != 409) {
      throw new IllegalStateException("answered " + answer.status() + ": " + answer.body());
    }
    nanos.add(System.nanoTime() - begun);
  }

  private double percentile(int percent) {
    var sorted = nanos.stream().sorted().toList();
    return sorted.get(Math.max(0, sorted.size() * percent / 100 - 1)) / 1e6;
  }

  private double absorbed() {
    return service
        .bean(MeterRegistry.class)
        .counter("quadrille.idempotency.front", "outcome", "absorbed")
        .count();
  }

  private double commits() {
    return asked("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()");
  }

  private double asked(String sql) {
    return Double.parseDouble(service.database().ask(sql));
  }

  /**
   * What was measured.
   *
   * @param rate requests a second, duplicates included
   * @param absorbed share of the duplicates that had no effect
   * @param inFront share of the duplicates that did not reach the database
   * @param p99 milliseconds
   * @param commits of the database, for each request
   */
  record Result(double rate, double absorbed, double inFront, double p99, double commits) {}
}
