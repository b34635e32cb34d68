package dev.quadrille.handling;

import dev.quadrille.codec.RegistryUnavailableException;
import dev.quadrille.contracts.Lane;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.listener.BatchAcknowledgingMessageListener;
import org.springframework.kafka.support.Acknowledgment;

/**
 * Takes batches from the container. Whatever happens, it acknowledges or asks for the same again,
 * and throws nothing.
 */
final class LaneListener implements BatchAcknowledgingMessageListener<byte[], byte[]> {
  private static final Logger log = LoggerFactory.getLogger(LaneListener.class);

  private final Lane lane;
  private final EventReader reader;
  private final EventDispatcher dispatcher;
  private final HandlingProperties properties;
  private final LaneRate rate;
  private final AtomicInteger failures = new AtomicInteger();

  LaneListener(
      Lane lane, EventReader reader, EventDispatcher dispatcher, HandlingProperties properties) {
    this.lane = lane;
    this.reader = reader;
    this.dispatcher = dispatcher;
    this.properties = properties;
    this.rate = new LaneRate(properties.lane(lane).eventsPerSecond(), System::nanoTime);
  }

  @Override
  public void onMessage(
      List<ConsumerRecord<byte[], byte[]>> records, Acknowledgment acknowledgment) {
    try {
      var allowed = rate.take(records.size());
      if (allowed > 0) {
        dispatcher.dispatch(lane, records.stream().limit(allowed).map(reader::read).toList());
        failures.set(0);
      }
      if (allowed == records.size()) {
        acknowledgment.acknowledge();
      } else {
        // The rest comes again. Meanwhile the container goes on polling and keeps its partitions.
        acknowledgment.nack(allowed, rate.pause());
      }
    } catch (TransientFailureException | RegistryUnavailableException e) {
      var pause = pause();
      log.warn("{} lane pauses {}: {}", lane.label(), pause, e.getMessage());
      acknowledgment.nack(0, pause);
    } catch (RuntimeException e) {
      // Reading and dispatching leave no other way to fail. If there is one, losing nothing comes
      // before going on.
      log.error("{} lane pauses after a fault of its own", lane.label(), e);
      acknowledgment.nack(0, pause());
    }
  }

  private Duration pause() {
    var doublings = Math.min(failures.getAndIncrement(), 16);
    var pause = properties.firstBackOff().multipliedBy(1L << doublings);
    return pause.compareTo(properties.longestBackOff()) < 0 ? pause : properties.longestBackOff();
  }
}
