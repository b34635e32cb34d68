package dev.quadrille.handling;

import dev.quadrille.contracts.EventType;
import dev.quadrille.inbox.Claim;
import dev.quadrille.tracing.TracedEvent;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** A record as it was delivered, and what became of reading it. */
sealed interface Delivery {

  /** The record: bytes, headers, position. */
  ConsumerRecord<byte[], byte[]> record();

  /** An event that this service reacts to. */
  record Readable(
      ConsumerRecord<byte[], byte[]> record,
      EventType type,
      SpecificRecord event,
      Claim claim,
      @Nullable String traceparent)
      implements Delivery {

    UUID eventId() {
      return claim.eventId();
    }

    TracedEvent traced() {
      return new TracedEvent(type.wireName(), type.topic(), eventId().toString());
    }

    UUID orderId() {
      return type.orderId(event);
    }
  }

  /** A known type that nothing follows from here. */
  record Foreign(ConsumerRecord<byte[], byte[]> record, EventType type) implements Delivery {}

  /**
   * A record that cannot be read.
   *
   * @param reason whether another attempt may help
   */
  record Unreadable(ConsumerRecord<byte[], byte[]> record, ParkingReason reason, String detail)
      implements Delivery {

    /** Another attempt may find the registry wiser. */
    boolean mayPass() {
      return reason == ParkingReason.UNKNOWN_SCHEMA;
    }
  }
}
