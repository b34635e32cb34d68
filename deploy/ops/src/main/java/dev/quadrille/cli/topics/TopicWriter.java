package dev.quadrille.cli.topics;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quadrille.cli.connection.UnreachableException;
import dev.quadrille.contracts.EventHeaders;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Puts records onto topics, and each under the name of whoever does. */
public final class TopicWriter implements AutoCloseable {
  private final KafkaProducer<byte[], byte[]> producer;

  /**
   * Writes to one Kafka.
   *
   * @param kafka settings of its clients
   */
  public TopicWriter(Map<String, Object> kafka) {
    var settings = new HashMap<>(kafka);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    // As in the relay: what is sent behind records that a leader does not take yet would overtake
    // them, and they would be refused for ever as out of sequence (seen).
    settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.MAX_VALUE);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 60_000);
    producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /**
   * A record once more: same key, bytes, headers and id, and where its key belongs.
   *
   * @param name of the replay; a replay of a replay carries one name, not all of them
   */
  public static ProducerRecord<byte[], byte[]> again(
      ConsumerRecord<byte[], byte[]> record, String name) {
    // Without a key nothing says where it belongs, but for where it was.
    var partition = record.key() == null ? record.partition() : null;
    var again =
        new ProducerRecord<>(
            record.topic(), partition, record.key(), record.value(), record.headers());
    replace(again, EventHeaders.REPLAY, name);
    return again;
  }

  /** Gives a record one header of that name, instead of those it has. */
  public static void replace(ProducerRecord<?, ?> record, String header, String value) {
    record.headers().remove(header);
    record.headers().add(header, value.getBytes(UTF_8));
  }

  /**
   * Sends, and returns when Kafka has acknowledged all.
   *
   * @return where each of them stands
   * @throws UnreachableException if Kafka does not take one; others may stand there
   */
  public List<RecordMetadata> send(List<ProducerRecord<byte[], byte[]>> records) {
    var pending = new ArrayList<Future<RecordMetadata>>();
    records.forEach(record -> pending.add(producer.send(record)));
    try {
      var sent = new ArrayList<RecordMetadata>();
      for (var acknowledged : pending) {
        sent.add(acknowledged.get());
      }
      return sent;
    } catch (ExecutionException e) {
      throw new UnreachableException("Kafka does not take it: " + e.getCause().getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("interrupted");
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
