package dev.quadrille.handling;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Walks round the parking lot each second. */
final class ParkingAttendant implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(ParkingAttendant.class);

  private final ParkedAttempts attempts;
  private final HandlingMetrics metrics;
  private volatile @Nullable ScheduledExecutorService thread;

  ParkingAttendant(ParkedAttempts attempts, HandlingMetrics metrics) {
    this.attempts = attempts;
    this.metrics = metrics;
  }

  @Override
  public void start() {
    var executor = Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "parking"));
    executor.scheduleWithFixedDelay(this::round, 1, 1, TimeUnit.SECONDS);
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

  private void round() {
    try {
      attempts.round(metrics);
    } catch (RuntimeException e) {
      // A task that throws is never run again. The database being away is told elsewhere.
      log.debug("parked events wait", e);
    }
  }
}
