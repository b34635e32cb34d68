package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

/** The lanes of a service: a flood on one starves nobody on the other. */
public final class Lanes implements SmartLifecycle {
  // Longer than a batch takes as a rule, and short, for the end of the service waits behind it.
  private static final long MOMENT_MILLIS = 2_000;

  private final Map<Lane, ConcurrentMessageListenerContainer<byte[], byte[]>> containers;
  private final Map<Lane, CompletableFuture<Void>> halted = new ConcurrentHashMap<>();
  private volatile boolean running;

  Lanes(Map<Lane, ConcurrentMessageListenerContainer<byte[], byte[]>> containers) {
    this.containers = new EnumMap<>(containers);
  }

  /**
   * Stops taking events of a lane, after the batch in hand. A lane without topics is always still.
   */
  public void pause(Lane lane) {
    if (containers.containsKey(lane)) {
      containers.get(lane).pause();
    }
  }

  /** Goes on. */
  public void resume(Lane lane) {
    if (containers.containsKey(lane)) {
      containers.get(lane).resume();
    }
  }

  /** Whether no consumer of the lane takes events any more. */
  public boolean paused(Lane lane) {
    return !containers.containsKey(lane) || containers.get(lane).isContainerPaused();
  }

  /** The labels of lanes that somebody holds, or that begin so. */
  List<String> held() {
    return containers.keySet().stream()
        .filter(lane -> containers.get(lane).isPauseRequested())
        .map(Lane::label)
        .toList();
  }

  /** The labels of lanes that a consumer of has ended without being told to. */
  List<String> dead() {
    return containers.keySet().stream()
        .filter(lane -> !containers.get(lane).isInExpectedState())
        .map(Lane::label)
        .toList();
  }

  /**
   * Gives a lane's partitions back and asks for them anew. A paused lane stays so; one of which a
   * consumer has died is left to whoever replaces the process. Where something is still in hand
   * after a moment, or Kafka cannot be found, the lane is {@link #halted} until this is asked for
   * again.
   *
   * @param between what changes while nothing of the lane is in hand
   */
  synchronized void beginAgain(Lane lane, Runnable between) {
    var container = containers.get(lane);
    if (!running || !container.isInExpectedState()) {
      return;
    }
    var stopped = halt(lane);
    stopped.copy().completeOnTimeout(null, MOMENT_MILLIS, TimeUnit.MILLISECONDS).join();
    if (!running || !stopped.isDone()) {
      return;
    }
    between.run();
    halted.remove(lane);
    try {
      container.start();
    } catch (RuntimeException e) {
      // Some of its consumers may have started.
      halt(lane);
      throw e;
    }
  }

  /** Whether a lane was stopped and has not begun again yet. */
  boolean halted(Lane lane) {
    return halted.containsKey(lane);
  }

  @Override
  public synchronized void start() {
    halted.clear();
    containers.values().forEach(ConcurrentMessageListenerContainer::start);
    running = true;
  }

  /** Returns when the batches in hand are done and committed and the groups are left. */
  @Override
  public void stop() {
    running = false;
    stopped().join();
  }

  /** As {@link #stop}, without waiting: both lanes use the same time of grace. */
  @Override
  public void stop(Runnable callback) {
    running = false;
    stopped().thenRun(callback);
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  private synchronized CompletableFuture<Void> stopped() {
    return CompletableFuture.allOf(
        containers.keySet().stream().map(this::halt).toArray(CompletableFuture[]::new));
  }

  private CompletableFuture<Void> halt(Lane lane) {
    return halted.computeIfAbsent(lane, it -> stopped(containers.get(it)));
  }

  private static CompletableFuture<Void> stopped(
      ConcurrentMessageListenerContainer<byte[], byte[]> container) {
    var stopped = new CompletableFuture<Void>();
    container.stop(() -> stopped.complete(null));
    return stopped;
  }
}
