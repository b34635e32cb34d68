package dev.quadrille.cli.trace;

import dev.quadrille.contracts.EventType;
import dev.quadrille.local.Participant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Puts together what outboxes, topics and inboxes say about the same events. */
final class FoundEvents {
  /**
   * Reasons for which an event is set aside with its claim; for others who discards it claims it.
   */
  private static final Set<String> CLAIMED = Set.of("BROKEN", "TOO_EARLY");

  private final Function<byte[], @Nullable Map<String, Object>> contents;
  private final Map<UUID, Found> found = new LinkedHashMap<>();
  private final List<Trace.Stray> strays = new ArrayList<>();

  /**
   * Nothing is found yet.
   *
   * @param contents the fields of a value; null if it cannot be read
   */
  FoundEvents(Function<byte[], @Nullable Map<String, Object>> contents) {
    this.contents = contents;
  }

  void written(Participant owner, ServiceFacts.Row row) {
    EventType.named(row.type())
        .ifPresent(type -> found.put(row.id(), new Found(type, owner, row, true)));
  }

  void stands(ConsumerRecord<byte[], byte[]> record) {
    var id = Headers.id(record);
    var type = Headers.type(record);
    var storedAt = Instant.ofEpochMilli(record.timestamp());
    if (id.isEmpty() || type.isEmpty() || record.value() == null) {
      strays.add(
          new Trace.Stray(
              record.topic(), record.partition(), record.offset(), storedAt, fault(id, type)));
      return;
    }
    found
        .computeIfAbsent(id.get(), unknown -> onTopicOnly(unknown, record, type.get()))
        .copies
        .add(
            new Trace.Copy(
                record.topic(),
                record.partition(),
                record.offset(),
                storedAt,
                Headers.replay(record).orElse(null)));
  }

  void handled(UUID event, Participant service, Instant at) {
    found.get(event).handled.put(service, at);
  }

  /**
   * What is parked with its claim has had no effect until it is settled; if it was discarded, it
   * never has. Of what is parked without one, another record may have had it.
   */
  void parked(Trace.Parked row) {
    var event = row.eventId() == null ? null : found.get(row.eventId());
    if (event == null || !event.handled.containsKey(row.service())) {
      return;
    }
    var claimed = CLAIMED.contains(row.reason());
    var discarded = row.discarded() != null;
    // Who discards claims it then, if nobody had done so.
    if (claimed && (discarded || row.settledAt() == null)
        || discarded && event.handled.get(row.service()).equals(row.settledAt())) {
      event.handled.remove(row.service());
    } else if (claimed) {
      event.handled.put(row.service(), row.settledAt());
    }
  }

  Set<UUID> ids() {
    return found.keySet();
  }

  List<Trace.Stray> strays() {
    return strays;
  }

  /** In the order in which they were written. */
  List<Trace.Event> events() {
    return found.values().stream()
        .map(event -> event.event(contents))
        .sorted(Comparator.comparing(Trace.Event::writtenAt))
        .toList();
  }

  private static Found onTopicOnly(UUID id, ConsumerRecord<byte[], byte[]> record, EventType type) {
    var row =
        new ServiceFacts.Row(
            id,
            type.wireName(),
            Headers.causationId(record).orElse(null),
            Headers.writtenAt(record),
            record.value());
    return new Found(type, Dance.owner(type.aggregate()), row, false);
  }

  private static String fault(Optional<UUID> id, Optional<EventType> type) {
    if (type.isEmpty()) {
      return "of no type that travels there";
    }
    return id.isEmpty() ? "without an id" : "without a value";
  }

  private static final class Found {
    private final EventType type;
    private final Participant owner;
    private final ServiceFacts.Row row;
    private final boolean inOutbox;
    private final List<Trace.Copy> copies = new ArrayList<>();
    private final Map<Participant, Instant> handled = new EnumMap<>(Participant.class);

    private Found(EventType type, Participant owner, ServiceFacts.Row row, boolean inOutbox) {
      this.type = type;
      this.owner = owner;
      this.row = row;
      this.inOutbox = inOutbox;
    }

    private Trace.Event event(Function<byte[], @Nullable Map<String, Object>> contents) {
      return new Trace.Event(
          row.id(),
          type,
          owner,
          row.causationId(),
          row.writtenAt(),
          inOutbox,
          copies.stream().sorted(Comparator.comparing(Trace.Copy::storedAt)).toList(),
          handled,
          contents.apply(row.payload()));
    }
  }
}
