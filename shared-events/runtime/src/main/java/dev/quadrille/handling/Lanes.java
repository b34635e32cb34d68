package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

/** The lanes of a service: a flood on one starves nobody on the other. */
public final class Lanes implements SmartLifecycle {
  private final Map<Lane, ConcurrentMessageListenerContainer<byte[], byte[]>> containers;
  private final Set<Lane> lost = ConcurrentHashMap.newKeySet();
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

  /** The labels of lanes that a consumer of has ended without being told to. */
  List<String> dead() {
    return containers.keySet().stream()
        .filter(lane -> lost.contains(lane) || !containers.get(lane).isInExpectedState())
        .map(Lane::label)
        .toList();
  }

  /**
   * Gives a lane's partitions back and asks for them anew. A paused lane stays so.
   *
   * @param between what changes while nothing of the lane is in hand
   */
  synchronized void beginAgain(Lane lane, Runnable between) {
    if (running) {
      containers.get(lane).stop();
      between.run();
      // To the container it was stopped in order, whatever comes now.
      lost.add(lane);
      containers.get(lane).start();
      lost.remove(lane);
    }
  }

  @Override
  public synchronized void start() {
    containers.values().forEach(ConcurrentMessageListenerContainer::start);
    running = true;
  }

  /** Returns when the batches in hand are done and committed and the groups are left. */
  @Override
  public void stop() {
    stopped().join();
  }

  /** As {@link #stop}, without waiting: both lanes use the same time of grace. */
  @Override
  public void stop(Runnable callback) {
    stopped().thenRun(callback);
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  private synchronized CompletableFuture<Void> stopped() {
    running = false;
    return CompletableFuture.allOf(
        containers.values().stream().map(Lanes::stopped).toArray(CompletableFuture[]::new));
  }

  private static CompletableFuture<Void> stopped(
      ConcurrentMessageListenerContainer<byte[], byte[]> container) {
    var stopped = new CompletableFuture<Void>();
    container.stop(() -> stopped.complete(null));
    return stopped;
  }
}
