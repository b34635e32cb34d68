package dev.quadrille.cli.inject;

import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.topics.TopicAdmin;
import dev.quadrille.cli.waiting.Pause;
import dev.quadrille.contracts.Lane;
import dev.quadrille.handling.ConsumerGroup;
import dev.quadrille.local.Participant;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Finds out what a service made of records. */
final class Fates {
  static final String UNREAD = "not read";

  private final TargetSystem system;
  private final Map<Participant, Map<TopicPartition, Long>> read = new HashMap<>();
  private final Map<Participant, Map<String, Parked>> parked = new HashMap<>();
  private final Map<Participant, Set<UUID>> moved = new HashMap<>();

  Fates(TargetSystem system) {
    this.system = system;
  }

  /**
   * Waits until every service has read so far, or the time is over.
   *
   * @param ends the first offsets that need not be read, of each partition
   */
  void awaitRead(Map<Participant, Map<TopicPartition, Long>> ends, Duration patience) {
    try (var admin = new TopicAdmin(system.kafka())) {
      Pause.until(
          () -> {
            ends.keySet().forEach(service -> read.put(service, committed(admin, service)));
            return haveRead(ends);
          },
          patience);
    }
  }

  /** Looks at what was parked, and at what moved anything. */
  void look(Collection<UUID> events) {
    for (var service : Participant.values()) {
      parked.put(service, parked(service));
      moved.put(service, moved(service, events));
    }
  }

  /**
   * What a service made of a record.
   *
   * @param newId its id, if no other record has it
   */
  String of(Participant service, TopicPartition partition, long offset, @Nullable UUID newId) {
    var found = parked.get(service).get(position(partition, offset));
    if (found != null) {
      return "parked as " + found.reason;
    }
    if (read.getOrDefault(service, Map.of()).getOrDefault(partition, 0L) <= offset) {
      return UNREAD;
    }
    return newId != null && moved.get(service).contains(newId) ? "moved by it" : "no effect";
  }

  /** The number under which a service has parked a record; null if it has not. */
  @Nullable Long parkedAs(Participant service, String position) {
    var found = parked.get(service).get(position);
    return found == null || found.settled ? null : found.id;
  }

  static String position(TopicPartition partition, long offset) {
    return "%s-%d@%d".formatted(partition.topic(), partition.partition(), offset);
  }

  private boolean haveRead(Map<Participant, Map<TopicPartition, Long>> ends) {
    return ends.entrySet().stream()
        .allMatch(
            wanted ->
                wanted.getValue().entrySet().stream()
                    .allMatch(
                        end ->
                            read.get(wanted.getKey()).getOrDefault(end.getKey(), 0L)
                                >= end.getValue()));
  }

  private static Map<TopicPartition, Long> committed(TopicAdmin admin, Participant service) {
    var committed = new HashMap<TopicPartition, Long>();
    for (var lane : Lane.values()) {
      committed.putAll(admin.committed(ConsumerGroup.of(service.label(), lane)));
    }
    return committed;
  }

  private Map<String, Parked> parked(Participant service) {
    var found = new HashMap<String, Parked>();
    system
        .database(service.label())
        .sql("SELECT id, topic, partition, \"offset\", reason, settled_at FROM parked_events")
        .query(
            row -> {
              found.put(
                  position(
                      new TopicPartition(row.getString("topic"), row.getInt("partition")),
                      row.getLong("offset")),
                  new Parked(
                      row.getLong("id"),
                      row.getString("reason"),
                      row.getObject("settled_at") != null));
            });
    return found;
  }

  private Set<UUID> moved(Participant service, Collection<UUID> events) {
    return new HashSet<>(
        system
            .database(service.label())
            .sql("SELECT DISTINCT event_id FROM state_journal WHERE event_id = ANY (?)")
            .param(events.toArray(UUID[]::new))
            .query(UUID.class)
            .list());
  }

  private record Parked(long id, String reason, boolean settled) {}
}
