package dev.quadrille.handling;

import dev.quadrille.codec.EventCodec;
import dev.quadrille.contracts.EventHeaders;
import dev.quadrille.contracts.EventType;
import dev.quadrille.testkit.RunningService;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Hands a batch of records to a service as its consumer would, on the caller's thread. */
public final class DeliveredBatch {
  // No topic has so many: what a service remembers of these is nothing that it goes on from.
  private static final int PARTITION = 1_000_000;
  private static final AtomicLong OFFSET = new AtomicLong();

  private DeliveredBatch() {}

  /** Delivers events of one lane as one batch, each as a fact of its own. */
  public static void deliver(RunningService service, Collection<? extends SpecificRecord> events) {
    var codec = service.bean(EventCodec.class);
    deliverRecords(
        service, events.stream().map(event -> record(event, codec.encode(event))).toList());
  }

  /** Delivers records as one batch. */
  public static void deliverRecords(
      RunningService service, List<ConsumerRecord<byte[], byte[]>> records) {
    var reader = service.bean(EventReader.class);
    var lane =
        List.of(EventType.values()).stream()
            .filter(type -> type.topic().equals(records.get(0).topic()))
            .findFirst()
            .orElseThrow()
            .lane();
    service.bean(EventDispatcher.class).dispatch(lane, records.stream().map(reader::read).toList());
  }

  /** A record as the relay writes it, at a new offset. */
  public static ConsumerRecord<byte[], byte[]> record(SpecificRecord event, byte[] value) {
    var type = EventType.of(event);
    var key = type.orderId(event).toString();
    var record =
        new ConsumerRecord<>(
            type.topic(),
            PARTITION,
            OFFSET.getAndIncrement(),
            key.getBytes(StandardCharsets.UTF_8),
            value);
    header(record, EventHeaders.ID, UUID.randomUUID().toString());
    header(record, EventHeaders.TYPE, type.wireName());
    return record;
  }

  /** Adds a header. */
  public static void header(ConsumerRecord<byte[], byte[]> record, String name, String value) {
    record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
