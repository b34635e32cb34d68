package dev.quadrille.cli.replay;

import dev.quadrille.cli.connection.RefusedException;
import dev.quadrille.cli.topics.Selection;
import dev.quadrille.cli.topics.TopicWindow;
import dev.quadrille.cli.trace.Headers;
import dev.quadrille.contracts.EventType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * The records that somebody wants once more, in the order of their timestamps, those of one
 * partition in the order in which they stand there.
 *
 * @param records the records
 * @param unseen what belongs to the selection, or may, and could not be seen: a sentence each
 */
public record Chosen(List<ConsumerRecord<byte[], byte[]>> records, List<String> unseen) {
  /** More are not held in memory: whoever wants more takes a day after the other. */
  static final int MOST = 200_000;

  /**
   * Reads them.
   *
   * @param selection where they stand, and when they were stored
   * @param keys those of these keys; empty for all
   * @param types those of these types; empty for all, also those that nobody knows
   */
  public static Chosen read(
      Map<String, Object> kafka, Selection selection, Set<String> keys, Set<EventType> types) {
    var byPartition = new HashMap<TopicPartition, Deque<ConsumerRecord<byte[], byte[]>>>();
    var count = new int[1];
    Predicate<ConsumerRecord<byte[], byte[]>> wanted =
        record ->
            (keys.isEmpty() || keys.contains(key(record)))
                && (types.isEmpty() || Headers.type(record).filter(types::contains).isPresent());
    try (var window = TopicWindow.open(kafka, selection)) {
      window.read(
          record -> {
            if (wanted.test(record)) {
              requireFew(++count[0]);
              byPartition
                  .computeIfAbsent(
                      new TopicPartition(record.topic(), record.partition()),
                      partition -> new ArrayDeque<>())
                  .add(record);
            }
          });
      return new Chosen(merged(byPartition), window.unseen());
    }
  }

  /** A record's key as text; empty if it has none. */
  static String key(ConsumerRecord<byte[], byte[]> record) {
    return record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
  }

  private static void requireFew(int count) {
    if (count > MOST) {
      throw new RefusedException(
          "more than %d records are selected; take less, with --from and --to".formatted(MOST));
    }
  }

  private static List<ConsumerRecord<byte[], byte[]>> merged(
      Map<TopicPartition, Deque<ConsumerRecord<byte[], byte[]>>> byPartition) {
    var next =
        new PriorityQueue<Deque<ConsumerRecord<byte[], byte[]>>>(
            Comparator.comparing(
                    (Deque<ConsumerRecord<byte[], byte[]>> queue) -> queue.peek().timestamp())
                .thenComparing(queue -> queue.peek().topic())
                .thenComparing(queue -> queue.peek().partition()));
    next.addAll(byPartition.values());
    var merged = new ArrayList<ConsumerRecord<byte[], byte[]>>();
    while (!next.isEmpty()) {
      var first = next.remove();
      merged.add(first.remove());
      if (!first.isEmpty()) {
        next.add(first);
      }
    }
    return merged;
  }
}
