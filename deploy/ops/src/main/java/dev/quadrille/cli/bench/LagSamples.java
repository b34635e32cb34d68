package dev.quadrille.cli.bench;

import dev.quadrille.contracts.EventType;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.oracle.Target;
import dev.quadrille.testkit.oracle.TopicReader;
import dev.quadrille.testkit.oracle.TopicRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** How late some of the events were: on their topic, and handled. */
final class LagSamples {
  private static final int ONE_IN = 8;
  private static final int DIGITS = 3;
  private static final String HANDLED =
      "SELECT event_id, min(at) AS at FROM state_journal WHERE event_id IN (:ids)"
          + " GROUP BY event_id";

  private final Queue<TopicRecord> seen = new ConcurrentLinkedQueue<>();
  private int number;

  /** Notes every eighth; by a single thread. */
  void offer(ConsumerRecord<byte[], byte[]> record) {
    if (number++ % ONE_IN == 0) {
      seen.add(TopicReader.describe(record));
    }
  }

  /** From the transaction that wrote an event, as it began, to the record's own time. */
  Latency outboxToTopic() {
    var lags = histogram();
    seen.stream()
        .filter(record -> record.emittedAt() != null)
        .forEach(record -> record(lags, record.emittedAt(), record.storedAt()));
    return Latency.of(lags);
  }

  /** From the record's own time to the journal of inventory, for what starts a saga. */
  Latency topicToHandled(Target target) {
    var lags = histogram();
    var placed =
        seen.stream()
            .filter(record -> record.id() != null)
            .filter(record -> record.type().equals(EventType.ORDER_PLACED.record().getSimpleName()))
            .collect(Collectors.toMap(TopicRecord::id, Function.identity(), (one, other) -> one));
    handled(target, List.copyOf(placed.keySet()))
        .forEach((id, at) -> record(lags, placed.get(id).storedAt(), at));
    return Latency.of(lags);
  }

  private static Map<UUID, Instant> handled(Target target, List<UUID> ids) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    return target
        .database(Participant.INVENTORY.label())
        .sql(HANDLED)
        .param("ids", ids)
        .query(
            (row, number) ->
                Map.entry(
                    row.getObject("event_id", UUID.class), row.getTimestamp("at").toInstant()))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static Histogram histogram() {
    return new Histogram(Duration.ofMinutes(30).toMillis() * 1_000, DIGITS);
  }

  private static void record(Histogram lags, Instant from, Instant to) {
    lags.recordValue(Math.max(0, Duration.between(from, to).toNanos() / 1_000));
  }
}
