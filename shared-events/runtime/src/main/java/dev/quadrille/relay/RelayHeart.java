package dev.quadrille.relay;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Writes the leader's beats and watches producer and source, until one fails or it is closed. */
final class RelayHeart implements AutoCloseable {
  private final RelayLease lease;
  private final RelayProducer producer;
  private final OutboxSource source;
  private final RelayParts parts;
  private final Consumer<Exception> lost;
  private final ScheduledExecutorService beats;

  /**
   * @param lost hears once why the term cannot go on
   */
  RelayHeart(
      RelayLease lease,
      RelayProducer producer,
      OutboxSource source,
      RelayParts parts,
      Consumer<Exception> lost) {
    this.lease = lease;
    this.producer = producer;
    this.source = source;
    this.parts = parts;
    this.lost = lost;
    this.beats =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              var thread = new Thread(task, parts.name() + "-relay-beat");
              thread.setDaemon(true);
              return thread;
            });
    var beat = parts.settings().beat().toMillis();
    // With a delay: a process that was frozen must not make up for the beats it missed.
    beats.scheduleWithFixedDelay(this::beat, beat, beat, TimeUnit.MILLISECONDS);
  }

  private void beat() {
    try {
      lease.renew();
      var reading = lease.read();
      parts.status().read(reading);
      source.look(reading);
      parts.status().silence(producer.silence());
      producer.requireProgress(parts.settings().acknowledgementTimeout());
    } catch (Exception e) {
      beats.shutdown();
      lost.accept(e);
    }
  }

  /** Returns when no beat is under way: one after the release would take the lease back. */
  @Override
  public void close() {
    beats.shutdown();
    try {
      beats.awaitTermination(Duration.ofSeconds(10).toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
