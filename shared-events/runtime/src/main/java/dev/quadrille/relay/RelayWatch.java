package dev.quadrille.relay;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Gives a producer up that waits for Kafka in vain, where no beat watches it. */
final class RelayWatch implements AutoCloseable {
  private static final int LOOKS = 10;

  private final RelayProducer producer;
  private final Duration timeout;
  private final ScheduledExecutorService looks;

  /**
   * @param timeout how long Kafka may acknowledge nothing
   */
  RelayWatch(RelayProducer producer, Duration timeout) {
    this.producer = producer;
    this.timeout = timeout;
    this.looks =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              var thread = new Thread(task, "relay-watch");
              thread.setDaemon(true);
              return thread;
            });
    var pause = timeout.dividedBy(LOOKS).toNanos();
    looks.scheduleWithFixedDelay(this::look, pause, pause, TimeUnit.NANOSECONDS);
  }

  private void look() {
    try {
      producer.requireProgress(timeout);
    } catch (RelayException e) {
      producer.giveUp(e);
    }
  }

  @Override
  public void close() {
    looks.shutdown();
  }
}
