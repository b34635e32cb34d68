package dev.quadrille.handling;

import dev.quadrille.contracts.Lane;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;

/** The lanes of a service: a flood on one starves nobody on the other. */
public final class Lanes implements SmartLifecycle {
  private final Map<Lane, ConcurrentMessageListenerContainer<byte[], byte[]>> containers;
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
    return containers.entrySet().stream()
        .filter(lane -> !lane.getValue().isInExpectedState())
        .map(lane -> lane.getKey().label())
        .toList();
  }

  @Override
  public void start() {
    containers.values().forEach(ConcurrentMessageListenerContainer::start);
    running = true;
  }

  @Override
  public void stop() {
    containers.values().forEach(ConcurrentMessageListenerContainer::stop);
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
