package dev.quadrille.cli.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quadrille.contracts.EventHeaders;
import dev.quadrille.contracts.EventType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads the topics of the orders, in no group, and tells how they end: cheaper than asking the
 * service for each, and what everybody else learns of it.
 */
final class TopicWatch implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Map<String, Tally.Ending> ENDINGS =
      Map.of(
          EventType.ORDER_CONFIRMED.wireName(), Tally.Ending.CONFIRMED,
          EventType.ORDER_CANCELLED.wireName(), Tally.Ending.CANCELLED);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Thread thread = new Thread(this::read, "topics");
  private volatile Tally tally = new Tally();
  private volatile LagSamples samples = new LagSamples();

  private TopicWatch(KafkaConsumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
  }

  /** Begins where the topics end now. */
  static TopicWatch begin(Map<String, Object> kafka) {
    var settings = new HashMap<>(kafka);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5_000);
    var bytes = new ByteArrayDeserializer();
    var watch = new TopicWatch(new KafkaConsumer<>(settings, bytes, bytes));
    watch.seekToEnd();
    watch.thread.setDaemon(true);
    watch.thread.start();
    return watch;
  }

  /** Whom to tell from now on, and where to note how late events are. */
  void tell(Tally next, LagSamples lags) {
    samples = lags;
    tally = next;
  }

  @Override
  public void close() {
    consumer.wakeup();
  }

  private void seekToEnd() {
    List<TopicPartition> partitions = new ArrayList<>();
    for (var topic :
        List.of(EventType.ORDER_CONFIRMED.topic(), EventType.ORDER_CANCELLED.topic())) {
      consumer
          .partitionsFor(topic)
          .forEach(partition -> partitions.add(new TopicPartition(topic, partition.partition())));
    }
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
  }

  private void read() {
    try (consumer) {
      while (true) {
        var records = consumer.poll(POLL);
        var now = System.nanoTime();
        records.forEach(record -> tell(record, now));
      }
    } catch (WakeupException closed) {
      // That is how it ends.
    }
  }

  private void tell(ConsumerRecord<byte[], byte[]> record, long now) {
    var ending = ENDINGS.get(header(record, EventHeaders.TYPE));
    if (ending != null) {
      tally.ended(UUID.fromString(new String(record.key(), UTF_8)), ending, now);
    }
    samples.offer(record);
  }

  private static String header(ConsumerRecord<?, ?> record, String name) {
    var header = record.headers().lastHeader(name);
    return header == null ? "" : new String(header.value(), UTF_8);
  }
}
