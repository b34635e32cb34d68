package dev.quadrille.cli.topics;

import dev.quadrille.cli.connection.UnreachableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads what a {@link Selection} names. It belongs to no group and commits nothing. Each reading
 * goes to where the topics end at that moment, and so comes to an end on a busy topic, on an empty
 * one, before an open transaction, and where the last record is a marker that no poll returns.
 */
public final class TopicWindow implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration SILENCE = Duration.ofSeconds(30);

  private final Map<String, Object> kafka;
  private final Selection selection;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions = new ArrayList<>();
  private final List<String> unseen = new ArrayList<>();
  private long empty;

  private TopicWindow(Map<String, Object> kafka, Selection selection) {
    this.kafka = kafka;
    this.consumer = consumer(kafka);
    this.selection = selection;
  }

  /**
   * Opens a window on some topics.
   *
   * @param kafka settings of Kafka's clients
   */
  public static TopicWindow open(Map<String, Object> kafka, Selection selection) {
    var window = new TopicWindow(kafka, selection);
    try {
      window.seek();
      return window;
    } catch (RuntimeException e) {
      window.close();
      throw e;
    }
  }

  /** Reads on to where the topics end now. */
  public void read(Consumer<ConsumerRecord<byte[], byte[]>> each) {
    var ends = ends();
    var heard = System.nanoTime();
    for (var waiting = waiting(ends); !waiting.isEmpty(); waiting = waiting(ends)) {
      consumer.pause(partitions);
      consumer.resume(waiting);
      var before = positions(waiting);
      for (var record : consumer.poll(POLL)) {
        empty--;
        if (selection.includes(record)) {
          each.accept(record);
        }
      }
      if (!positions(waiting).equals(before)) {
        heard = System.nanoTime();
      } else if (System.nanoTime() - heard > SILENCE.toNanos()) {
        throw new UnreachableException("Kafka gives nothing of %s".formatted(waiting));
      }
      positions(waiting)
          .forEach((partition, position) -> empty += position - before.get(partition));
    }
  }

  /** Where each partition that was read is read on. */
  public Map<TopicPartition, Long> positions() {
    var positions =
        new TreeMap<TopicPartition, Long>((a, b) -> a.toString().compareTo(b.toString()));
    positions.putAll(positions(partitions));
    return positions;
  }

  /** What belongs to the selection, or may, and could not be seen: a sentence each. */
  public List<String> unseen() {
    var all = new ArrayList<>(unseen);
    if (empty > 0) {
      all.add(
          "%d offsets hold nothing: markers of transactions, aborted records, or compacted away"
              .formatted(empty));
    }
    var committed = consumer.endOffsets(partitions);
    try (var admin = new TopicAdmin(kafka)) {
      admin
          .ends(partitions)
          .forEach(
              (partition, end) -> {
                var hidden = end - committed.get(partition);
                if (hidden > 0) {
                  all.add(
                      "%s: %d offsets stand behind an open transaction"
                          .formatted(partition, hidden));
                }
              });
    }
    return all;
  }

  @Override
  public void close() {
    consumer.close();
  }

  private void seek() {
    var known = consumer.listTopics();
    for (var topic : selection.topics()) {
      var there = known.get(topic);
      if (there == null) {
        unseen.add("there is no topic " + topic);
        continue;
      }
      there.stream()
          .filter(partition -> selection.reads(partition.partition(), there.size()))
          .forEach(partition -> partitions.add(new TopicPartition(topic, partition.partition())));
    }
    consumer.assign(partitions);
    var begins = consumer.beginningOffsets(partitions);
    var starts = starts(begins);
    starts.forEach(consumer::seek);
    noteWhatIsGone(begins, starts);
  }

  private void noteWhatIsGone(Map<TopicPartition, Long> begins, Map<TopicPartition, Long> starts) {
    var ends = consumer.endOffsets(partitions);
    var gone =
        begins.entrySet().stream()
            .filter(begin -> begin.getValue() > 0)
            .filter(begin -> starts.get(begin.getKey()) <= begin.getValue())
            .filter(
                begin -> selection.from() == null || begin.getValue() < ends.get(begin.getKey()))
            .map(begin -> "%s begins at %d".formatted(begin.getKey(), begin.getValue()))
            .sorted()
            .toList();
    if (!gone.isEmpty()) {
      unseen.add("older records are gone: " + String.join(", ", gone));
    }
  }

  private Map<TopicPartition, Long> starts(Map<TopicPartition, Long> begins) {
    var starts = new HashMap<>(begins);
    if (selection.from() != null) {
      var time = selection.from().toEpochMilli();
      var asked = new HashMap<TopicPartition, Long>();
      partitions.forEach(partition -> asked.put(partition, time));
      var ends = consumer.endOffsets(partitions);
      // No answer means that no record is that young: there is nothing to read, not everything.
      consumer
          .offsetsForTimes(asked)
          .forEach(
              (partition, found) ->
                  starts.put(partition, found == null ? ends.get(partition) : found.offset()));
    }
    starts.replaceAll((partition, start) -> Math.max(start, selection.fromOffset()));
    return starts;
  }

  private Map<TopicPartition, Long> ends() {
    var ends = new HashMap<>(consumer.endOffsets(partitions));
    ends.replaceAll((partition, end) -> Math.min(end, selection.toOffset()));
    return ends;
  }

  private List<TopicPartition> waiting(Map<TopicPartition, Long> ends) {
    return partitions.stream().filter(partition -> isBefore(partition, ends)).toList();
  }

  private boolean isBefore(TopicPartition partition, Map<TopicPartition, Long> ends) {
    return consumer.position(partition) < ends.get(partition);
  }

  private Map<TopicPartition, Long> positions(Collection<TopicPartition> some) {
    var positions = new HashMap<TopicPartition, Long>();
    some.forEach(partition -> positions.put(partition, consumer.position(partition)));
    return positions;
  }

  private static KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> kafka) {
    var settings = new HashMap<>(kafka);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    // Should retention overtake the reading.
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2_000);
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
