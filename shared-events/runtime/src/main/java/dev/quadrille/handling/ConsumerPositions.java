package dev.quadrille.handling;

import static java.util.stream.Collectors.toMap;

import dev.quadrille.jdbc.Columns;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** How far a consumer has read, moved with the effects of what it read. */
final class ConsumerPositions {
  // GREATEST: after a group was set back, the position says how far the database's content goes,
  // not where we read.
  private static final String ADVANCE =
      """
      INSERT INTO consumer_position AS p (consumer, topic_id, partition, topic, next_offset, leader_epoch)
      SELECT ?, * FROM unnest(?::uuid[], ?::int4[], ?::text[], ?::int8[], ?::int4[])
      ON CONFLICT (consumer, topic_id, partition) DO UPDATE SET
        next_offset = GREATEST(p.next_offset, EXCLUDED.next_offset),
        leader_epoch = CASE WHEN EXCLUDED.next_offset > p.next_offset THEN EXCLUDED.leader_epoch ELSE p.leader_epoch END
      """;
  private static final String FORGET =
      """
      DELETE FROM consumer_position USING unnest(?::uuid[], ?::int4[]) AS gone (id, number)
      WHERE consumer = ? AND topic_id = gone.id AND partition = gone.number
      """;

  private final JdbcClient jdbc;
  private final TopicIds topicIds;

  ConsumerPositions(JdbcClient jdbc, TopicIds topicIds) {
    this.jdbc = jdbc;
    this.topicIds = topicIds;
  }

  /** Moves past these records, in the caller's transaction, in one statement. */
  void advance(String consumer, Collection<ConsumerRecord<byte[], byte[]>> records) {
    var next = new HashMap<TopicPartition, Row>();
    for (var record : records) {
      var partition = new TopicPartition(record.topic(), record.partition());
      var row = row(partition, record.offset() + 1, record.leaderEpoch().orElse(null));
      next.merge(partition, row, (a, b) -> a.nextOffset > b.nextOffset ? a : b);
    }
    moveTo(consumer, next.values());
  }

  /** Moves to these offsets, never back. */
  void advance(String consumer, Map<TopicPartition, Long> next) {
    moveTo(
        consumer, next.entrySet().stream().map(e -> row(e.getKey(), e.getValue(), null)).toList());
  }

  private void moveTo(String consumer, Collection<Row> next) {
    // Sorted, so that two lanes of one table never wait for each other in a circle.
    var rows =
        next.stream()
            .sorted((a, b) -> a.partition.toString().compareTo(b.partition.toString()))
            .toList();
    jdbc.sql(ADVANCE)
        .param(consumer)
        .param(Columns.of("uuid", rows, Row::topicId))
        .param(Columns.of("int4", rows, row -> row.partition.partition()))
        .param(Columns.of("text", rows, row -> row.partition.topic()))
        .param(Columns.of("int8", rows, Row::nextOffset))
        .param(Columns.of("int4", rows, Row::leaderEpoch))
        .update();
  }

  /** Forgets how far these were read: what they hold now is something else. */
  void forget(String consumer, Collection<TopicPartition> partitions) {
    var rows = partitions.stream().map(partition -> row(partition, 0, null)).toList();
    jdbc.sql(FORGET)
        .param(Columns.of("uuid", rows, Row::topicId))
        .param(Columns.of("int4", rows, row -> row.partition.partition()))
        .param(consumer)
        .update();
  }

  /** Everything that the database knows of a consumer. */
  Known of(String consumer) {
    var rows =
        jdbc.sql(
                "SELECT topic_id, partition, topic, next_offset, leader_epoch FROM"
                    + " consumer_position WHERE consumer = ?")
            .param(consumer)
            .query(
                (row, number) ->
                    new Row(
                        row.getObject("topic_id", UUID.class),
                        new TopicPartition(row.getString("topic"), row.getInt("partition")),
                        row.getLong("next_offset"),
                        row.getObject("leader_epoch", Integer.class)))
            .list();
    return new Known(rows, topicIds);
  }

  private Row row(TopicPartition partition, long nextOffset, @Nullable Integer leaderEpoch) {
    return new Row(topicIds.of(partition.topic()), partition, nextOffset, leaderEpoch);
  }

  /** Where the database's content of partitions ends. */
  static final class Known {
    private final List<Row> rows;
    private final TopicIds topicIds;

    private Known(List<Row> rows, TopicIds topicIds) {
      this.rows = rows;
      this.topicIds = topicIds;
    }

    /** Whether the database knows nothing of the consumer. */
    boolean nothing() {
      return rows.isEmpty();
    }

    /** Where its content of a partition ends; null if it knows nothing of it. */
    @Nullable Long position(TopicPartition partition) {
      return positions(List.of(partition)).get(partition);
    }

    /**
     * The leader epoch of the last record of a partition that its content is of; null if it knows
     * none.
     */
    @Nullable Integer leaderEpoch(TopicPartition partition) {
      return rows.stream()
          .filter(row -> row.partition.equals(partition))
          .filter(this::isOfThisTopic)
          .map(Row::leaderEpoch)
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(null);
    }

    /** As {@link #position}; a partition that it knows nothing of is absent. */
    Map<TopicPartition, Long> positions(Collection<TopicPartition> partitions) {
      return rows.stream()
          .filter(row -> partitions.contains(row.partition))
          .filter(this::isOfThisTopic)
          .collect(toMap(Row::partition, Row::nextOffset));
    }

    /** Whether it has content of a topic of that name that is gone. */
    boolean remade(String topic) {
      return rows.stream()
          .anyMatch(row -> row.partition.topic().equals(topic) && !isOfThisTopic(row));
    }

    private boolean isOfThisTopic(Row row) {
      return topicIds.of(row.partition.topic()).equals(row.topicId);
    }
  }

  private record Row(
      UUID topicId, TopicPartition partition, long nextOffset, @Nullable Integer leaderEpoch) {}
}
