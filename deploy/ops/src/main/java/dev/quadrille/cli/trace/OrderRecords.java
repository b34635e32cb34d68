package dev.quadrille.cli.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quadrille.cli.topics.Selection;
import dev.quadrille.cli.topics.TopicWindow;
import dev.quadrille.contracts.EventType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The records of one order on all topics. They stand where its key belongs, unless partitions were
 * added since; nothing about it is older than itself.
 */
final class OrderRecords implements AutoCloseable {
  // Timestamps come from the relays' clocks.
  private static final Duration SKEW = Duration.ofHours(1);
  private static final int TIME_ORDERED = 7;
  private static final List<String> TOPICS =
      Arrays.stream(EventType.values()).map(EventType::topic).distinct().toList();

  private final Map<String, Object> kafka;
  private final byte[] key;
  private final @Nullable Instant since;
  private final Map<String, ConsumerRecord<byte[], byte[]>> records = new LinkedHashMap<>();
  private TopicWindow window;
  private boolean everywhere;

  OrderRecords(Map<String, Object> kafka, UUID order) {
    this.kafka = kafka;
    this.key = order.toString().getBytes(UTF_8);
    this.since = placedAt(order);
    this.window = TopicWindow.open(kafka, selection().whereBelongs(key));
  }

  /** All that stand there now, those of one partition in their order. */
  List<ConsumerRecord<byte[], byte[]>> read() {
    window.read(
        record -> {
          if (Arrays.equals(record.key(), key)) {
            records.put(record.topic() + record.partition() + "@" + record.offset(), record);
          }
        });
    return new ArrayList<>(records.values());
  }

  /**
   * The same, in all partitions: for when something is missing where it belongs.
   *
   * @return whether that was not done already
   */
  boolean lookEverywhere() {
    if (everywhere) {
      return false;
    }
    window.close();
    window = TopicWindow.open(kafka, selection());
    everywhere = true;
    return true;
  }

  /** What could not be seen, a sentence each. */
  List<String> unseen() {
    return window.unseen();
  }

  @Override
  public void close() {
    window.close();
  }

  private Selection selection() {
    return Selection.of(TOPICS).since(since);
  }

  // Our orders' ids begin with their time; about another's nothing is known.
  private static @Nullable Instant placedAt(UUID order) {
    return order.version() == TIME_ORDERED
        ? Instant.ofEpochMilli(order.getMostSignificantBits() >>> 16).minus(SKEW)
        : null;
  }
}
