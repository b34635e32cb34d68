package dev.quadrille.service;

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
    executor.scheduleWithFixedDelay(this::round, 1, 1, TimeUnit.HOURS);
    thread = executor;
  }

  @Override
  public void stop() {
    var executor = thread;
    if (executor != null) {
      executor.shutdown();
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

  private void round() {
    attempt(partitions::makeAhead);
    attempt(partitions::dropServed);
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
