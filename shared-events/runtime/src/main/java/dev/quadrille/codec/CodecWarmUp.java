package dev.quadrille.codec;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.quadrille.codec.CodecProperties.Schemas;
import dev.quadrille.contracts.EventType;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Learns the ids of our own schemas in the background, so that no request and no batch ever waits
 * for the registry. Until then the service is up and not ready; afterwards the registry may go.
 */
final class CodecWarmUp implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(CodecWarmUp.class);

  private final CodecProperties settings;
  private final EventSchemas schemas;
  private final EventCodec codec;
  private @Nullable ScheduledExecutorService worker;
  private volatile Optional<String> obstacle = Optional.of("not asked yet");

  CodecWarmUp(CodecProperties settings, EventSchemas schemas, EventCodec codec) {
    this.settings = settings;
    this.schemas = schemas;
    this.codec = codec;
  }

  /** What keeps us from writing and reading events; empty when nothing does. */
  Optional<String> obstacle() {
    return obstacle;
  }

  @Override
  public synchronized void start() {
    worker =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              var thread = new Thread(task, "quadrille-codec-warm-up");
              thread.setDaemon(true);
              return thread;
            });
    var pause = settings.retryInterval().toMillis();
    worker.scheduleWithFixedDelay(this::attempt, 0, pause, MILLISECONDS);
  }

  @Override
  public synchronized void stop() {
    if (worker != null) {
      worker.shutdownNow();
      worker = null;
    }
  }

  @Override
  public synchronized boolean isRunning() {
    return worker != null;
  }

  private void attempt() {
    try {
      for (var type : EventType.values()) {
        if (settings.schemas() == Schemas.REGISTER) {
          schemas.register(type);
        }
        codec.rehearse(type);
      }
      obstacle = Optional.empty();
      LOG.info("The registry at {} knows our schemas", settings.registryUrl());
      stop();
    } catch (RuntimeException e) {
      report(String.valueOf(e.getMessage()));
    }
  }

  private void report(String reason) {
    if (!obstacle.equals(Optional.of(reason))) {
      LOG.warn("Not ready, trying again every {}: {}", settings.retryInterval(), reason);
    }
    obstacle = Optional.of(reason);
  }
}
