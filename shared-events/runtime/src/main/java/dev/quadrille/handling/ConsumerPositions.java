package dev.quadrille.handling;

import dev.quadrille.jdbc.Columns;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.springframework.jdbc.core.simple.JdbcClient;

/** How far a consumer has read, moved with the effects of what it read. */
final class ConsumerPositions {
  // GREATEST: after a group was set back, the position says how far the database's content goes,
  // not where we read.
  private static final String ADVANCE =
      """
      INSERT INTO consumer_position AS p (consumer, topic_id, partition, topic, next_offset)
      SELECT ?, * FROM unnest(?::uuid[], ?::int4[], ?::text[], ?::int8[])
      ON CONFLICT (consumer, topic_id, partition) DO UPDATE SET next_offset = GREATEST(p.next_offset, EXCLUDED.next_offset)
      """;

  private final JdbcClient jdbc;
  private final TopicIds topicIds;

  ConsumerPositions(JdbcClient jdbc, TopicIds topicIds) {
    this.jdbc = jdbc;
    this.topicIds = topicIds;
  }

  /** Moves past these records, in the caller's transaction, in one statement. */
  void advance(String consumer, Collection<ConsumerRecord<byte[], byte[]>> records) {
    var next = new HashMap<TopicPartition, Long>();
    records.forEach(
        record ->
            next.merge(
                new TopicPartition(record.topic(), record.partition()),
                record.offset() + 1,
                Math::max));
    // Sorted, so that two lanes of one table never wait for each other in a circle.
    var rows =
        next.entrySet().stream()
            .map(e -> new Row(topicIds.of(e.getKey().topic()), e.getKey(), e.getValue()))
            .sorted((a, b) -> a.partition.toString().compareTo(b.partition.toString()))
            .toList();
    jdbc.sql(ADVANCE)
        .param(consumer)
        .param(Columns.of("uuid", rows, Row::topicId))
        .param(Columns.of("int4", rows, row -> row.partition.partition()))
        .param(Columns.of("text", rows, row -> row.partition.topic()))
        .param(Columns.of("int8", rows, Row::nextOffset))
        .update();
  }

  /**
   * Where the database's content of these partitions ends; a partition that it knows nothing of is
   * absent.
   */
  Map<TopicPartition, Long> of(String consumer, Collection<TopicPartition> partitions) {
    return partitions.isEmpty()
        ? Map.of()
        : jdbc
            .sql(
                "SELECT topic_id, partition, topic, next_offset FROM consumer_position WHERE"
                    + " consumer = ?")
            .param(consumer)
            .query(
                (row, number) ->
                    new Row(
                        row.getObject("topic_id", UUID.class),
                        new TopicPartition(row.getString("topic"), row.getInt("partition")),
                        row.getLong("next_offset")))
            .list()
            .stream()
            .filter(row -> partitions.contains(row.partition))
            .filter(row -> topicIds.of(row.partition.topic()).equals(row.topicId))
            .collect(Collectors.toMap(Row::partition, Row::nextOffset));
  }

  private record Row(UUID topicId, TopicPartition partition, long nextOffset) {}
}
