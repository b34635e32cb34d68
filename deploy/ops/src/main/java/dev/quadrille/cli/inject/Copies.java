package dev.quadrille.cli.inject;

import dev.quadrille.cli.topics.TopicWriter;
import dev.quadrille.contracts.EventHeaders;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Sends records again that are on a topic already, marked as a person's doing. */
public final class Copies implements AutoCloseable {
  private final TopicWriter writer;
  private final String name;

  /**
   * Sends to one Kafka.
   *
   * @param kafka settings of its clients
   * @param name what the header says of who does it
   */
  public Copies(Map<String, Object> kafka, String name) {
    this.writer = new TopicWriter(kafka);
    this.name = name;
  }

  /** Sends the same record: same key, bytes, headers, id. */
  public void same(ConsumerRecord<byte[], byte[]> record) {
    writer.send(List.of(TopicWriter.again(record, name)));
  }

  /** Sends the same fact under an id of its own, so that only the state machines can tell. */
  public void underNewId(ConsumerRecord<byte[], byte[]> record) {
    writer.send(List.of(newId(TopicWriter.again(record, name))));
  }

  @Override
  public void close() {
    writer.close();
  }

  static ProducerRecord<byte[], byte[]> newId(ProducerRecord<byte[], byte[]> record) {
    TopicWriter.replace(record, EventHeaders.ID, UUID.randomUUID().toString());
    return record;
  }
}
