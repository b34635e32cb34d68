package dev.quadrille.handling;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Work that is done again and again beside the lanes, for as long as the service is up: one round
 * at a time, on a connection of handling, so that requests cannot starve it. That rounds fail is
 * logged; the next one comes all the same.
 */
public final class Rounds implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(Rounds.class);
  private static final Duration LAST_ROUND = Duration.ofSeconds(10);

  private final String name;
  private final Duration pause;
  private final Runnable round;
  private final Outage outage;
  private volatile @Nullable ScheduledExecutorService thread;

  /**
   * @param name names the thread
   * @param pause between the end of a round and the begin of the next
   * @param round the work; safe to be done by several replicas at once
   */
  public Rounds(String name, Duration pause, Runnable round) {
    this.name = name;
    this.pause = pause;
    this.round = round;
    this.outage = new Outage(log, name, System::nanoTime);
  }

  @Override
  public void start() {
    var executor = Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, name));
    executor.scheduleWithFixedDelay(
        this::once, pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    thread = executor;
  }

  /** Has a round begin as soon as none is under way; nothing if the service is not up. */
  public void soon() {
    var executor = thread;
    if (executor != null) {
      try {
        executor.execute(this::once);
      } catch (RejectedExecutionException e) {
        log.debug("{}: no further round, the service stops", name);
      }
    }
  }

  /** Returns when the round in hand is done: what it works on is closed next. */
  @Override
  public void stop() {
    var executor = thread;
    if (executor != null) {
      executor.shutdown();
      try {
        executor.awaitTermination(LAST_ROUND.toSeconds(), TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      thread = null;
    }
  }

  @Override
  public boolean isRunning() {
    return thread != null;
  }

  private void once() {
    try {
      HandlingPool.use(
          () -> {
            round.run();
            return true;
          });
      outage.over();
    } catch (RuntimeException e) {
      // A task that throws is never run again. The database being away is told elsewhere.
      outage.met("fails: " + e.getMessage(), null);
    } catch (Error e) {
      log.error("{}: a round failed", name, e);
    }
  }
}
