package dev.quadrille.handling;

import dev.quadrille.codec.EventCodec;
import dev.quadrille.codec.UnknownSchemaException;
import dev.quadrille.codec.UnreadableEventException;
import dev.quadrille.contracts.EventHeaders;
import dev.quadrille.contracts.EventType;
import dev.quadrille.handling.Delivery.Foreign;
import dev.quadrille.handling.Delivery.Readable;
import dev.quadrille.handling.Delivery.Unreadable;
import dev.quadrille.inbox.Claim;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Reads records: headers, then the value. Runs outside the transaction, for a schema may have to be
 * fetched.
 */
final class EventReader {
  private final EventCodec codec;
  private final EventHandlers<?> handlers;

  EventReader(EventCodec codec, EventHandlers<?> handlers) {
    this.codec = codec;
    this.handlers = handlers;
  }

  /**
   * Reads one record.
   *
   * @throws dev.quadrille.codec.RegistryUnavailableException if its schema had to be fetched and
   *     could not be
   */
  Delivery read(ConsumerRecord<byte[], byte[]> record) {
    try {
      var type = type(record);
      return handlers.handle(type) ? readable(record, type) : new Foreign(record, type);
    } catch (UnknownSchemaException e) {
      return new Unreadable(record, ParkingReason.UNKNOWN_SCHEMA, e.getMessage());
    } catch (UnreadableEventException poison) {
      return new Unreadable(record, ParkingReason.POISON, poison.getMessage());
    }
  }

  /** The id that a record names once and well, whatever else is wrong with it. */
  static Optional<UUID> idOf(ConsumerRecord<byte[], byte[]> record) {
    return ifReadable(() -> eventId(record));
  }

  /** The type that a record names once and well, whatever else is wrong with it. */
  static Optional<EventType> typeOf(ConsumerRecord<byte[], byte[]> record) {
    return ifReadable(() -> type(record));
  }

  private static <T> Optional<T> ifReadable(Supplier<T> part) {
    try {
      return Optional.of(part.get());
    } catch (UnreadableEventException e) {
      return Optional.empty();
    }
  }

  private Readable readable(ConsumerRecord<byte[], byte[]> record, EventType type) {
    var id = eventId(record);
    var event = codec.decode(type, record.value());
    requireKey(record, type, event);
    var claim = new Claim(id, EventDigest.of(type, codec.plain(record.value())));
    return new Readable(record, type, event, claim, optional(record, EventHeaders.TRACEPARENT));
  }

  private static EventType type(ConsumerRecord<byte[], byte[]> record) {
    var name = single(record, EventHeaders.TYPE);
    var type =
        EventType.named(name)
            .orElseThrow(
                () -> new UnreadableEventException("unknown type in " + EventHeaders.TYPE));
    if (!type.topic().equals(record.topic())) {
      throw new UnreadableEventException(type.wireName() + " does not travel on this topic");
    }
    return type;
  }

  private static UUID eventId(ConsumerRecord<byte[], byte[]> record) {
    return EventId.parse(single(record, EventHeaders.ID))
        .orElseThrow(() -> new UnreadableEventException(EventHeaders.ID + " is no UUID"));
  }

  private static void requireKey(
      ConsumerRecord<byte[], byte[]> record, EventType type, SpecificRecord event) {
    var key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
    if (!key.equals(type.orderId(event).toString())) {
      throw new UnreadableEventException("the key is not the order's id");
    }
  }

  private static String single(ConsumerRecord<byte[], byte[]> record, String name) {
    var values = StreamSupport.stream(record.headers().headers(name).spliterator(), false).toList();
    if (values.size() != 1 || values.get(0).value() == null) {
      throw new UnreadableEventException(
          "%s must stand once, stands %d times".formatted(name, values.size()));
    }
    return text(values.get(0));
  }

  private static @Nullable String optional(ConsumerRecord<byte[], byte[]> record, String name) {
    var header = record.headers().lastHeader(name);
    return header == null || header.value() == null ? null : text(header);
  }

  private static String text(Header header) {
    return new String(header.value(), StandardCharsets.UTF_8);
  }
}
