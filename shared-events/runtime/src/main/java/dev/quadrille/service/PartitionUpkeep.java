package dev.quadrille.service;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Keeps partitions ahead of the days, from before the first request on, and drops those that have
 * served.
 */
final class PartitionUpkeep implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(PartitionUpkeep.class);

  private static final Duration ROUND = Duration.ofHours(1);
  // As long as most transactions at the worst. Whoever waits holds all others, so it is the last
  // attempt of a round that waits like this, not the first.
  private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(8);
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final DailyPartitions partitions;
  private volatile @Nullable ScheduledExecutorService thread;

  PartitionUpkeep(DailyPartitions partitions) {
    this.partitions = partitions;
  }

  @Override
  public void start() {
    attempt(partitions::makeAhead);
    var executor =
        Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "partitions"));
    executor.scheduleWithFixedDelay(
        this::round, ROUND.toSeconds(), ROUND.toSeconds(), TimeUnit.SECONDS);
    thread = executor;
  }

  @Override
  public void stop() {
    var executor = thread;
    if (executor != null) {
      executor.shutdownNow();
      thread = null;
    }
  }

  @Override
  public boolean isRunning() {
    return thread != null;
  }

  @Override
  public int getPhase() {
    return Integer.MIN_VALUE;
  }

  /** Makes days, and drops days until none stays, or nothing helps. */
  void round() {
    attempt(partitions::makeAhead);
    attempt(() -> drop(UpkeepTransaction.PATIENCE));
  }

  private void drop(Duration patience) {
    var executor = thread;
    if (!partitions.dropServed(patience)
        && executor != null
        && patience.compareTo(LONGEST_PATIENCE) < 0) {
      Runnable again = () -> attempt(() -> drop(patience.multipliedBy(2)));
      executor.schedule(again, PAUSE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private static void attempt(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      // Seven days are made ahead and the default partition takes the rest: the next round is soon
      // enough.
      log.warn("partitions are left as they are: {}", e.getMessage());
    }
  }
}
