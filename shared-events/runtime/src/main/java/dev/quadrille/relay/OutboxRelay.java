package dev.quadrille.relay;

import dev.quadrille.handling.Backlog;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * The relay of a service: one thread that stands by for the lease, leads for as long as it can,
 * backs off and begins again until it is stopped. Whatever fails ends a {@link RelayTerm}, and
 * every term begins with the check of the slot. Any number of processes may run one on the same
 * database.
 */
public final class OutboxRelay implements SmartLifecycle, Backlog {
  // Starts before the web server and the listener containers and stops after them: what their last
  // transactions wrote still goes out.
  private static final int PHASE = DEFAULT_PHASE - 4096;
  private static final Duration STOPPING = Duration.ofSeconds(25);
  private static final Logger log = LoggerFactory.getLogger(OutboxRelay.class);

  private final RelayParts parts;
  private final RelayStatus status;
  private final ExponentialBackOff backOff = new ExponentialBackOff(200, 2);
  private volatile CountDownLatch stopping = new CountDownLatch(0);
  private volatile @Nullable RelayTerm term;
  private @Nullable Thread thread;

  OutboxRelay(RelayParts parts) {
    this.parts = parts;
    this.status = parts.status();
    backOff.setMaxInterval(5000);
    backOff.setJitter(100);
  }

  /**
   * Whether events flow, be it through this process or another: the newest beat that came back
   * through the slot is young.
   */
  public boolean isStreaming() {
    return status.isStreaming();
  }

  /**
   * No committed event that is not in Kafka is older than this, save those that Kafka refuses for
   * their size. Grows while nothing flows.
   */
  public Duration oldestUnpublishedAge() {
    return status.behind();
  }

  /** What this process knows of the relay, not older than a beat. */
  public RelayReport report() {
    return status.report(parts.settings().mode());
  }

  @Override
  public boolean olderThan(Duration age) {
    return oldestUnpublishedAge().compareTo(age) > 0;
  }

  /**
   * Sends retained events again, under their own ids and marked as a replay, beside the stream.
   * Returns when Kafka has acknowledged them, or refused one for its size.
   *
   * @param from events whose transaction began then or later
   * @param replay names the replay in the records' headers
   * @return how many Kafka has
   * @throws IllegalStateException when the database or Kafka fails; some may have been sent
   */
  public long republish(Instant from, String replay) {
    try (var connection = parts.connect();
        var producer = parts.openProducer("republish");
        var watch = new RelayWatch(producer, parts.settings().acknowledgementTimeout())) {
      return new Republisher(connection, producer, parts.settings()).republish(from, replay);
    } catch (SQLException | RelayException e) {
      throw new IllegalStateException("republishing failed: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("republishing was interrupted", e);
    }
  }

  @Override
  public synchronized void start() {
    if (thread == null) {
      stopping = new CountDownLatch(1);
      thread = new Thread(this::run, parts.name() + "-relay");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Returns when the slot and the lease are free for another process. */
  @Override
  public synchronized void stop() {
    if (thread == null) {
      return;
    }
    stopping.countDown();
    var current = term;
    if (current != null) {
      current.end();
    }
    try {
      thread.join(STOPPING.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread = null;
  }

  @Override
  public synchronized boolean isRunning() {
    return thread != null;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  private void run() {
    var pauses = backOff.start();
    while (!isStopping()) {
      var relayed = leadOnce();
      pauses = relayed ? backOff.start() : pauses;
      if (!isStopping()) {
        pause(Duration.ofMillis(pauses.nextBackOff()));
      }
    }
    status.role(RelayStatus.Role.STOPPED);
  }

  // Catches errors too: the relay must not be gone while the process looks alive.
  private boolean leadOnce() {
    try (var lease = parts.openLease()) {
      return standBy(lease) && lead(lease);
    } catch (Throwable e) {
      report(e);
      return false;
    }
  }

  /**
   * @return false when the relay is stopped first
   */
  private boolean standBy(RelayLease lease) throws SQLException {
    while (!isStopping()) {
      if (lease.acquire()) {
        return true;
      }
      status.standBy(lease.read());
      pause(parts.settings().beat());
    }
    return false;
  }

  private boolean lead(RelayLease lease) {
    log.info("{} relays {}", parts.name(), parts.slotName());
    status.role(RelayStatus.Role.LEADER);
    var mine = new RelayTerm(parts, lease);
    term = mine;
    if (isStopping()) {
      mine.end();
    }
    try {
      mine.run();
    } catch (Throwable e) {
      report(e);
    } finally {
      term = null;
      status.role(RelayStatus.Role.STANDBY);
      release(lease);
    }
    return mine.relayed();
  }

  // Also after a failure: another process may be able to do what this one cannot.
  private void release(RelayLease lease) {
    try {
      lease.release();
    } catch (SQLException e) {
      log.debug("The lease runs out by itself", e);
    }
  }

  private void report(Throwable failure) {
    var reason = reason(failure);
    if (status.problem(reason)) {
      log.debug("Still: {}", reason, failure);
    } else {
      log.warn("The relay of {} begins again: {}", parts.name(), reason);
      log.debug("Cause", failure);
    }
  }

  private static String reason(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RelayException) {
        return String.valueOf(cause.getMessage());
      }
    }
    return String.valueOf(NestedExceptionUtils.getMostSpecificCause(failure));
  }

  private boolean isStopping() {
    return stopping.getCount() == 0;
  }

  private void pause(Duration time) {
    try {
      stopping.await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
