package dev.quadrille.cli.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quadrille.contracts.EventHeaders;
import dev.quadrille.contracts.EventType;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What the headers of a record say, as far as it can be understood. */
public final class Headers {
  private static final int LONGEST = 60;

  private Headers() {}

  /** The event's id. */
  public static Optional<UUID> id(ConsumerRecord<?, ?> record) {
    return text(record, EventHeaders.ID).flatMap(Headers::uuid);
  }

  /** The id of an event that is to be sent. */
  public static Optional<UUID> id(ProducerRecord<?, ?> record) {
    return text(record.headers(), EventHeaders.ID).flatMap(Headers::uuid);
  }

  /** The event that it follows from. */
  static Optional<UUID> causationId(ConsumerRecord<?, ?> record) {
    return text(record, EventHeaders.CAUSATION_ID).flatMap(Headers::uuid);
  }

  /** A known type that travels on the record's topic. */
  public static Optional<EventType> type(ConsumerRecord<?, ?> record) {
    return text(record, EventHeaders.TYPE)
        .flatMap(EventType::named)
        .filter(type -> type.topic().equals(record.topic()));
  }

  /** When it was written to its outbox; when the record was stored if it does not say. */
  static Instant writtenAt(ConsumerRecord<?, ?> record) {
    try {
      return text(record, EventHeaders.TIME)
          .map(time -> OffsetDateTime.parse(time).toInstant())
          .orElseGet(() -> Instant.ofEpochMilli(record.timestamp()));
    } catch (DateTimeException e) {
      return Instant.ofEpochMilli(record.timestamp());
    }
  }

  /** How the replay is named that put it there, fit for a terminal. */
  static Optional<String> replay(ConsumerRecord<?, ?> record) {
    return text(record, EventHeaders.REPLAY).map(Headers::printable);
  }

  private static Optional<String> text(ConsumerRecord<?, ?> record, String name) {
    return text(record.headers(), name);
  }

  private static Optional<String> text(
      org.apache.kafka.common.header.Headers headers, String name) {
    var header = headers.lastHeader(name);
    return header == null || header.value() == null
        ? Optional.empty()
        : Optional.of(new String(header.value(), UTF_8));
  }

  // Whoever wrote it may have meant to command the terminal.
  static String printable(String text) {
    var shown = text.replaceAll("\\p{C}", "?");
    return shown.length() <= LONGEST ? shown : shown.substring(0, LONGEST) + "…";
  }

  private static Optional<UUID> uuid(String text) {
    try {
      return Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
