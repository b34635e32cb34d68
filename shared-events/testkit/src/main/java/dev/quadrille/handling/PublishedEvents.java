package dev.quadrille.handling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.codec.EventCodec;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.platform.Platform;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Puts events onto their topics as the relay does. */
public final class PublishedEvents {

  private PublishedEvents() {}

  /**
   * Publishes events, each as a fact of its own, and returns when Kafka has them all.
   *
   * @param service whose codec writes them to its Kafka
   */
  public static void publish(RunningService service, Collection<? extends SpecificRecord> events) {
    publish(service.setting("spring.kafka.bootstrap-servers"), records(service, events));
  }

  /** Events as the relay of a service would write them, each as a fact of its own. */
  public static List<ConsumerRecord<byte[], byte[]>> records(
      RunningService service, Collection<? extends SpecificRecord> events) {
    var codec = service.bean(EventCodec.class);
    return events.stream().map(event -> DeliveredBatch.record(event, codec.encode(event))).toList();
  }

  /** Publishes records to whatever partitions their keys lead to. */
  public static void publish(
      String bootstrapServers, Collection<ConsumerRecord<byte[], byte[]>> records) {
    send(bootstrapServers, records.stream().map(record -> to(null, record)).toList());
  }

  /** Publishes records as they are, one behind the other in one partition. */
  public static void publishInLine(List<ConsumerRecord<byte[], byte[]>> records) {
    send(
        Platform.shared().bootstrapServers(),
        records.stream().map(record -> to(0, record)).toList());
  }

  private static ProducerRecord<byte[], byte[]> to(
      @Nullable Integer partition, ConsumerRecord<byte[], byte[]> record) {
    return new ProducerRecord<>(
        record.topic(), partition, record.key(), record.value(), record.headers());
  }

  private static void send(
      String bootstrapServers, Collection<ProducerRecord<byte[], byte[]>> records) {
    var arrived = new AtomicInteger();
    // One request at a time, as the relay: what follows a batch that a new leader refuses would
    // take its place.
    try (var producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                1,
                ProducerConfig.LINGER_MS_CONFIG,
                5),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (var record : records) {
        producer.send(record, (metadata, failure) -> arrived.addAndGet(failure == null ? 1 : 0));
      }
    }
    assertThat(arrived).as("records that Kafka took").hasValue(records.size());
  }
}
