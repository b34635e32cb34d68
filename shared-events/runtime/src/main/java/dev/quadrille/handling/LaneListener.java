package dev.quadrille.handling;

import dev.quadrille.codec.RegistryUnavailableException;
import dev.quadrille.contracts.Lane;
import java.util.List;
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
  private final HandlingMetrics metrics;
  private final LaneRate rate;
  private final LaneOutage outage;

  LaneListener(
      Lane lane,
      EventReader reader,
      EventDispatcher dispatcher,
      HandlingMetrics metrics,
      HandlingProperties properties) {
    this.lane = lane;
    this.reader = reader;
    this.dispatcher = dispatcher;
    this.metrics = metrics;
    this.rate = new LaneRate(properties.lane(lane).eventsPerSecond(), System::nanoTime);
    this.outage = new LaneOutage(log, lane, properties);
  }

  @Override
  public void onMessage(
      List<ConsumerRecord<byte[], byte[]>> records, Acknowledgment acknowledgment) {
    try {
      var allowed = rate.take(records.size());
      if (allowed > 0) {
        var batch = records.subList(0, allowed);
        dispatcher.dispatch(lane, batch.stream().map(reader::read).toList());
        outage.passed(batch);
      }
      if (allowed == records.size()) {
        acknowledgment.acknowledge();
      } else {
        // The rest comes again. Meanwhile the container goes on polling and keeps its partitions.
        acknowledgment.nack(allowed, rate.pause());
      }
    } catch (TransientFailureException e) {
      acknowledgment.nack(0, outage.met(records, e.getMessage(), null));
    } catch (RegistryUnavailableException e) {
      // No transaction had begun that could have counted it.
      metrics.failed(lane, Failure.TRANSIENT);
      acknowledgment.nack(0, outage.met(records, e.getMessage(), null));
    } catch (RuntimeException e) {
      // Reading and dispatching leave no other way to fail. If there is one, losing nothing comes
      // before going on.
      acknowledgment.nack(0, outage.met(records, "a fault of its own", e));
    }
  }
}
