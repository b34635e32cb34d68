package dev.quadrille.system;

import static java.util.stream.Collectors.groupingBy;
import static org.awaitility.Awaitility.await;

import dev.quadrille.cli.demo.Stage;
import dev.quadrille.testkit.oracle.TopicReader;
import dev.quadrille.testkit.oracle.TopicRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The events that one service has written since some moment, as its database and Kafka have them.
 */
final class Published {
  private final Map<UUID, Instant> written;
  private final Map<UUID, List<TopicRecord>> records;

  private Published(Map<UUID, Instant> written, Map<UUID, List<TopicRecord>> records) {
    this.written = written;
    this.records = records;
  }

  /** Waits until all is in Kafka that is written now. */
  static Published by(String service, Stage stage, Instant since, Duration patience) {
    var written = written(service, stage, since);
    return await()
        .pollInSameThread()
        .atMost(patience)
        .until(() -> read(written, stage), it -> it.records.keySet().equals(written.keySet()));
  }

  private static Published read(Map<UUID, Instant> written, Stage stage) {
    var records =
        new TopicReader(stage.bootstrapServers())
            .read().stream()
                .filter(record -> record.id() != null && !record.replayed())
                .filter(record -> written.containsKey(record.id()))
                .collect(groupingBy(TopicRecord::id));
    return new Published(written, records);
  }

  private static Map<UUID, Instant> written(String service, Stage stage, Instant since) {
    var written = new HashMap<UUID, Instant>();
    stage
        .database(service)
        .sql("SELECT id, created_at FROM outbox WHERE created_at >= ?")
        .param(OffsetDateTime.ofInstant(since, ZoneOffset.UTC))
        .query(
            row -> {
              written.put(
                  row.getObject("id", UUID.class),
                  row.getObject("created_at", OffsetDateTime.class).toInstant());
            });
    return written;
  }

  int events() {
    return written.size();
  }

  /** How many events were written between two moments. */
  long written(Instant from, Instant to) {
    return written.values().stream().filter(at -> !at.isBefore(from) && at.isBefore(to)).count();
  }

  /** When the first of them was told. */
  Instant firstTold() {
    return records.values().stream()
        .map(Published::first)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** How long the one that waited longest waited between its transaction's begin and Kafka. */
  Duration longestWait() {
    return records.entrySet().stream()
        .map(event -> Duration.between(written.get(event.getKey()), first(event.getValue())))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /** When those were written that are in Kafka more than once. */
  List<Instant> repeated() {
    return records.entrySet().stream()
        .filter(event -> event.getValue().size() > 1)
        .map(event -> written.get(event.getKey()))
        .sorted()
        .toList();
  }

  private static Instant first(List<TopicRecord> records) {
    return records.stream().map(TopicRecord::storedAt).min(Comparator.naturalOrder()).orElseThrow();
  }
}
