package dev.quadrille.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Everything that a topic holds, from its beginning. */
final class TopicReader implements AutoCloseable {
  private final KafkaConsumer<String, byte[]> consumer;
  private final List<ConsumerRecord<String, byte[]>> seen = new ArrayList<>();

  TopicReader(String bootstrapServers, String topic) {
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers, "enable.auto.commit", "false"),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    var partitions =
        consumer.partitionsFor(topic).stream()
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** What has been seen so far, repeats included. */
  List<ConsumerRecord<String, byte[]>> records() {
    consumer.poll(Duration.ofMillis(100)).forEach(seen::add);
    return seen;
  }

  /** The ids of a key in the order of their first appearance. */
  List<UUID> idsOf(UUID key) {
    var ids = new LinkedHashMap<UUID, Boolean>();
    for (var each : records()) {
      if (each.key().equals(key.toString())) {
        ids.put(id(each), true);
      }
    }
    return List.copyOf(ids.keySet());
  }

  long repeats() {
    return records().size() - seen.stream().map(TopicReader::id).distinct().count();
  }

  static UUID id(ConsumerRecord<String, byte[]> each) {
    return UUID.fromString(header(each, "ce_id"));
  }

  static Map<String, String> headers(ConsumerRecord<String, byte[]> each) {
    var headers = new LinkedHashMap<String, String>();
    each.headers().forEach(header -> headers.put(header.key(), new String(header.value(), UTF_8)));
    return headers;
  }

  private static String header(ConsumerRecord<String, byte[]> each, String name) {
    return new String(each.headers().lastHeader(name).value(), UTF_8);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
