package dev.quadrille.testkit.oracle;

import dev.quadrille.contracts.EventHeaders;
import dev.quadrille.contracts.EventType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads all topics of the dance from their beginnings to where they end now. It belongs to no group
 * and commits nothing.
 */
public final class TopicReader {
  private static final Duration POLL = Duration.ofMillis(200);

  private final Map<String, Object> kafka;

  public TopicReader(String bootstrapServers) {
    this(Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers));
  }

  /**
   * Reads the topics of a Kafka that wants more than an address.
   *
   * @param kafka the clients' settings
   */
  TopicReader(Map<String, Object> kafka) {
    this.kafka = kafka;
  }

  /**
   * What the headers of every record say that is there now, in no particular order among
   * partitions.
   */
  public List<TopicRecord> read() {
    return records().stream().map(TopicReader::describe).toList();
  }

  /** Every record that is there now, in no particular order among partitions. */
  public List<ConsumerRecord<byte[], byte[]>> records() {
    return records(new HashMap<>());
  }

  /**
   * The newest records that are there now, in no particular order among partitions.
   *
   * @param most how many of each partition
   */
  public List<ConsumerRecord<byte[], byte[]>> newest(int most) {
    var from = new HashMap<TopicPartition, Long>();
    try (var consumer = consumer()) {
      var partitions = partitions(consumer);
      consumer.assign(partitions);
      consumer
          .endOffsets(partitions)
          .forEach((partition, end) -> from.put(partition, Math.max(0, end - most)));
    }
    return records(from);
  }

  private List<ConsumerRecord<byte[], byte[]>> records(Map<TopicPartition, Long> from) {
    var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
    read(from, records::add);
    return records;
  }

  /**
   * Reads what stands there now from some positions on, and keeps nothing of it: a day's records
   * are more than a small heap holds.
   *
   * @param from where to begin, and afterwards where the next reading goes on; where nothing is
   *     said, and in a topic that was made anew, the beginning
   * @param each is given every record, in no particular order among partitions
   */
  void read(
      Map<TopicPartition, Long> from,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> each) {
    try (var consumer = consumer()) {
      var partitions = partitions(consumer);
      consumer.assign(partitions);
      var end = consumer.endOffsets(partitions);
      consumer
          .beginningOffsets(partitions)
          .forEach((p, begin) -> consumer.seek(p, begin(begin, from.get(p), end.get(p))));
      // Positions, not records, say when it is over: the end may be a marker that no poll returns.
      while (end.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        consumer.poll(POLL).forEach(each);
      }
      partitions.forEach(partition -> from.put(partition, consumer.position(partition)));
    }
  }

  private static long begin(long first, @Nullable Long wanted, long end) {
    return wanted == null || wanted > end ? first : Math.max(first, wanted);
  }

  private static List<TopicPartition> partitions(Consumer<?, ?> consumer) {
    return Arrays.stream(EventType.values())
        .map(EventType::topic)
        .distinct()
        .flatMap(topic -> consumer.partitionsFor(topic).stream())
        .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
        .toList();
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    var bytes = new ByteArrayDeserializer();
    var settings = new HashMap<>(kafka);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5_000);
    return new KafkaConsumer<>(settings, bytes, bytes);
  }

  /** What a record's headers say. */
  public static TopicRecord describe(ConsumerRecord<byte[], byte[]> record) {
    var type = header(record, EventHeaders.TYPE);
    return new TopicRecord(
        record.topic(),
        record.partition(),
        record.offset(),
        id(header(record, EventHeaders.ID)),
        type.substring(type.lastIndexOf('.') + 1),
        record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8),
        instant(header(record, EventHeaders.TIME)),
        Instant.ofEpochMilli(record.timestamp()),
        id(header(record, EventHeaders.CAUSATION_ID)),
        record.headers().lastHeader(EventHeaders.REPLAY) != null);
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    var header = record.headers().lastHeader(name);
    return header == null || header.value() == null
        ? ""
        : new String(header.value(), StandardCharsets.UTF_8);
  }

  private static @Nullable UUID id(String text) {
    try {
      return text.isEmpty() ? null : UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static @Nullable Instant instant(String text) {
    try {
      return text.isEmpty() ? null : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException e) {
      return null;
    }
  }
}
