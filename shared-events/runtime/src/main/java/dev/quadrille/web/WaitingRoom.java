package dev.quadrille.web;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.MediaType;

/**
 * Where requests wait: one thread looks, with one query, after all of them, and rests while nobody
 * is here.
 */
final class WaitingRoom implements SmartLifecycle, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(WaitingRoom.class);
  // The container's own clock is coarse, and only there for what we forget.
  private static final Duration GRACE = Duration.ofSeconds(30);

  private final Settled settled;
  private final WaitingProperties settings;
  private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean looking = new AtomicBoolean();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "waiting-room"));
  private volatile boolean open;

  WaitingRoom(Settled settled, WaitingProperties settings, MeterRegistry meters) {
    this.settled = settled;
    this.settings = settings;
    Gauge.builder("quadrille.web.waiting", waiters, Set::size)
        .description("Requests that wait for what they ask about to be settled")
        .register(meters);
  }

  /** How long a request may wait that prefers so long. */
  Duration granted(Duration preferred) {
    return preferred.compareTo(settings.most()) > 0 ? settings.most() : preferred;
  }

  /**
   * Lets a request wait.
   *
   * @return whether it does; else it is to be answered
   */
  boolean enter(UUID id, HttpServletRequest request, HttpServletResponse response, Duration wait) {
    if (!open) {
      return false;
    }
    response.setContentType(MediaType.APPLICATION_JSON_VALUE);
    var async = request.startAsync(request, response);
    async.setTimeout(wait.plus(GRACE).toMillis());
    var waiter = new Waiter(id, async, System.nanoTime(), wait, settings.sign());
    async.addListener(waiter);
    waiters.add(waiter);
    lookSoon();
    return true;
  }

  private void lookSoon() {
    if (looking.compareAndSet(false, true)) {
      thread.schedule(this::look, settings.glance().toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void look() {
    try {
      waiters.removeIf(Waiter::isGone);
      var ended = ended();
      var now = System.nanoTime();
      waiters.forEach(waiter -> lookAfter(waiter, ended, now));
    } finally {
      looking.set(false);
      if (!waiters.isEmpty()) {
        lookSoon();
      }
    }
  }

  private Collection<UUID> ended() {
    var ids = waiters.stream().map(Waiter::id).distinct().toArray(UUID[]::new);
    try {
      return ids.length == 0 ? List.of() : Set.copyOf(settled.among(ids));
    } catch (RuntimeException e) {
      log.warn("cannot look after requests that wait: {}", e.getMessage());
      return List.of();
    }
  }

  private void lookAfter(Waiter waiter, Collection<UUID> ended, long now) {
    try {
      if (ended.contains(waiter.id()) || waiter.isOver(now) || !open) {
        waiters.remove(waiter);
        waiter.call();
      } else {
        waiter.giveSign(now);
      }
    } catch (RuntimeException gone) {
      // The container has ended it meanwhile.
      waiters.remove(waiter);
    }
  }

  @Override
  public void start() {
    open = true;
  }

  /** Has all answered now: before the server waits for its last requests. */
  @Override
  public void stop() {
    open = false;
    thread.execute(this::look);
  }

  @Override
  public boolean isRunning() {
    return open;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
