package dev.quadrille.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.debezium.embedded.Connect;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.format.ChangeEventFormat;
import io.debezium.transforms.outbox.EventRouter;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;
import org.apache.kafka.connect.transforms.DropHeaders;
import org.apache.kafka.connect.transforms.InsertHeader;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;

/** Kafka Connect with Debezium's EventRouter could relay the same table to the same records. */
class EventRouterIT extends RelayFixture {
  private static final SimpleHeaderConverter CONVERTER = new SimpleHeaderConverter();
  private static final Map<String, String> ROUTER =
      Map.of(
          "table.field.event.id",
          "id",
          "table.field.event.key",
          "aggregate_id",
          "table.field.event.payload",
          "payload",
          "route.by.field",
          "topic",
          "route.topic.replacement",
          "${routedByValue}",
          "table.fields.additional.placement",
          "id:header:ce_id,event_type:header:ce_type,aggregate_id:header:ce_subject,"
              + "created_at:header:ce_time,traceparent:header:ce_traceparent,"
              + "causation_id:header:ce_causationid");

  @Test
  void routesARowToTheRecordThatTheRelayMakes() throws Exception {
    var changes = changesOfTwoRows();

    assertThat(changes)
        .allSatisfy(
            change -> {
              var row = OutboxRow.of(((Struct) change.value()).getStruct("after"));
              var ours = OutboxRecords.record(row, null);
              var theirs = routed(change);
              assertThat(theirs.topic()).isEqualTo(ours.topic());
              assertThat(theirs.key()).isEqualTo(ours.key());
              assertThat(theirs.value()).isEqualTo(ByteBuffer.wrap(ours.value()));
              assertThat(headers(theirs)).isEqualTo(headers(ours.headers()));
            });
    assertThat(changes.stream().map(EventRouterIT::routed).map(EventRouterIT::headers))
        .extracting(headers -> headers.containsKey("ce_causationid"))
        .containsExactly(false, true);
  }

  // As the engine hands them to the relay, from a server that lives in another time zone.
  private List<SourceRecord> changesOfTwoRows() throws Exception {
    var database = outbox.database();
    database.execute("ALTER DATABASE \"" + database.name() + "\" SET timezone = 'Asia/Kolkata'");
    ask("SELECT pg_create_logical_replication_slot('" + slot() + "', 'pgoutput')");
    outbox.append(ORDER, 1);
    outbox.append(ORDER, outbox.topic(), new byte[0]);

    var parts = relay().parts();
    var changes = new CopyOnWriteArrayList<SourceRecord>();
    try (var engine =
        DebeziumEngine.create(ChangeEventFormat.of(Connect.class))
            .using(
                EngineSettings.of(
                    parts.name(), parts.database(), "public", slot(), parts.settings()))
            .notifying(change -> changes.add(change.record()))
            .build()) {
      new Thread(engine, "event-router").start();
      eventually(() -> changes.size() == 2);
    }
    return changes;
  }

  private static SourceRecord routed(SourceRecord change) {
    var record = apply(new EventRouter<>(), ROUTER, change);
    record = apply(new DropHeaders<>(), Map.of("headers", "id"), record);
    record = insert("ce_source", "/quadrille/order", record);
    return insert("content-type", "application/avro", record);
  }

  private static SourceRecord insert(String header, String value, SourceRecord record) {
    return apply(new InsertHeader<>(), Map.of("header", header, "value.literal", value), record);
  }

  private static SourceRecord apply(
      Transformation<SourceRecord> transformation, Map<String, String> settings, SourceRecord to) {
    try (transformation) {
      transformation.configure(settings);
      return transformation.apply(to);
    }
  }

  // As Connect writes them; an attribute without a value is none.
  private static Map<String, String> headers(SourceRecord record) {
    var found = new TreeMap<String, String>();
    for (var header : record.headers()) {
      var bytes =
          CONVERTER.fromConnectHeader(
              record.topic(), header.key(), header.schema(), header.value());
      if (bytes != null) {
        found.put(header.key(), new String(bytes, UTF_8));
      }
    }
    return found;
  }

  private static Map<String, String> headers(Headers headers) {
    var found = new TreeMap<String, String>();
    headers.forEach(header -> found.put(header.key(), new String(header.value(), UTF_8)));
    // InsertHeader takes 1.0 for a number and writes 1.
    found.remove("ce_specversion");
    return found;
  }
}
