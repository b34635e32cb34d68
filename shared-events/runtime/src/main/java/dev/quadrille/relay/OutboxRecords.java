package dev.quadrille.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quadrille.contracts.EventHeaders;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * The Kafka record of an outbox row. Written out rather than left to Debezium's EventRouter, which
 * costs a third more processor time; a test holds the two equal.
 */
final class OutboxRecords {
  private static final byte[] SPEC_VERSION = "1.0".getBytes(UTF_8);
  private static final byte[] CONTENT_TYPE = "application/avro".getBytes(UTF_8);

  private OutboxRecords() {}

  /**
   * @param replay name of the replay when a person sends the row again, else null
   */
  static ProducerRecord<String, byte[]> record(OutboxRow row, @Nullable String replay) {
    return new ProducerRecord<>(
        row.topic(), null, row.aggregateId(), row.payload(), headers(row, replay));
  }

  private static List<Header> headers(OutboxRow row, @Nullable String replay) {
    var headers = new ArrayList<Header>(10);
    headers.add(new RecordHeader(EventHeaders.SPEC_VERSION, SPEC_VERSION));
    add(headers, EventHeaders.ID, row.id());
    add(headers, EventHeaders.TYPE, row.eventType());
    add(headers, EventHeaders.SOURCE, "/quadrille/" + row.aggregateType());
    add(headers, EventHeaders.TIME, row.createdAt());
    add(headers, EventHeaders.SUBJECT, row.aggregateId());
    add(headers, EventHeaders.TRACEPARENT, row.traceparent());
    add(headers, EventHeaders.CAUSATION_ID, row.causationId());
    headers.add(new RecordHeader(EventHeaders.CONTENT_TYPE, CONTENT_TYPE));
    add(headers, EventHeaders.REPLAY, replay);
    return headers;
  }

  private static void add(List<Header> headers, String name, @Nullable String value) {
    if (value != null) {
      headers.add(new RecordHeader(name, value.getBytes(UTF_8)));
    }
  }
}
