package dev.quadrille.cli.demo;

import dev.quadrille.contracts.EventHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends records again that are on a topic already, marked as a person's doing. */
public final class Copies implements AutoCloseable {
  private final KafkaProducer<byte[], byte[]> producer;

  public Copies(String bootstrapServers) {
    this.producer =
        new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Sends the same record: same key, bytes, headers, id. */
  public void same(ConsumerRecord<byte[], byte[]> record) {
    send(copy(record));
  }

  /** Sends the same fact under an id of its own, so that only the state machines can tell. */
  public void underNewId(ConsumerRecord<byte[], byte[]> record) {
    var copy = copy(record);
    copy.headers().remove(EventHeaders.ID);
    copy.headers().add(EventHeaders.ID, bytes(UUID.randomUUID().toString()));
    send(copy);
  }

  @Override
  public void close() {
    producer.close();
  }

  private static ProducerRecord<byte[], byte[]> copy(ConsumerRecord<byte[], byte[]> record) {
    var copy = new ProducerRecord<>(record.topic(), record.key(), record.value());
    record.headers().forEach(copy.headers()::add);
    copy.headers().add(EventHeaders.REPLAY, bytes("demo"));
    return copy;
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    try {
      producer.send(record).get();
    } catch (ExecutionException e) {
      throw new SceneFailedException("a copy was not sent: " + e.getCause().getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SceneFailedException("interrupted");
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
