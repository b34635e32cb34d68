package dev.quadrille.system;

import static dev.quadrille.contracts.EventType.ACCOUNT_DEBITED;
import static dev.quadrille.contracts.EventType.DEBIT_REJECTED;
import static dev.quadrille.contracts.EventType.ORDER_CANCELLATION_REQUESTED;
import static dev.quadrille.contracts.EventType.ORDER_PLACED;
import static dev.quadrille.contracts.EventType.STOCK_REJECTED;
import static dev.quadrille.contracts.EventType.STOCK_RESERVED;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.cli.demo.Stage;
import dev.quadrille.codec.WireHead;
import dev.quadrille.contracts.EventHeaders;
import dev.quadrille.contracts.EventType;
import dev.quadrille.testkit.oracle.Target;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Puts what no consumer can read onto each topic that somebody reads, and remembers it. */
final class Poison {
  /** The key of all of it. */
  static final String KEY = "soak-poison";

  // One for each such topic, which somebody handles.
  private static final List<EventType> TYPES =
      List.of(
          ORDER_PLACED,
          ORDER_CANCELLATION_REQUESTED,
          STOCK_RESERVED,
          STOCK_REJECTED,
          ACCOUNT_DEBITED,
          DEBIT_REJECTED);
  // Of a schema that no registry of a test has come to yet.
  private static final int NOBODYS = 1_900_000_000;
  private static final int ATTEMPTS = 3;

  private final Stage stage;

  /** As what each must be parked, by its position. */
  private final Map<String, Parked> expected = new ConcurrentHashMap<>();

  Poison(Stage stage) {
    this.stage = stage;
  }

  /** Bytes that are no event. */
  void junk() {
    for (var type : TYPES) {
      send(record(type, UUID.randomUUID().toString().getBytes(UTF_8)), new Parked("POISON", 1));
    }
  }

  /** Events of a schema that the registry does not know, and may know later. */
  void ofUnknownSchema() {
    for (var type : TYPES) {
      var record = record(type, WireHead.with(NOBODYS, new byte[WireHead.LENGTH + 40]));
      record.headers().add(EventHeaders.TYPE, type.wireName().getBytes(UTF_8));
      record.headers().add(EventHeaders.ID, UUID.randomUUID().toString().getBytes(UTF_8));
      // The oracle is not to look for it in an outbox.
      record.headers().add(EventHeaders.REPLAY, KEY.getBytes(UTF_8));
      send(record, new Parked("UNKNOWN_SCHEMA", ATTEMPTS));
    }
  }

  /** Where it stands, as {@code topic-0@7}. */
  Set<String> positions() {
    return Set.copyOf(expected.keySet());
  }

  /** Waits until each has been parked as what it is, after as many attempts as it deserves. */
  void thenAllOfItIsParked(Duration patience) {
    await()
        .pollInSameThread()
        .atMost(patience)
        .untilAsserted(
            () -> {
              var found = new HashSet<String>();
              for (var service : Target.SERVICES) {
                var parked = parkedBy(service);
                found.addAll(parked.keySet());
                assertThat(expected).as(service).containsAllEntriesOf(parked);
              }
              assertThat(found).containsExactlyInAnyOrderElementsOf(expected.keySet());
            });
  }

  private Map<String, Parked> parkedBy(String service) {
    var parked = new ConcurrentHashMap<String, Parked>();
    stage
        .database(service)
        .sql(
            "SELECT topic, partition, \"offset\", reason, attempts FROM parked_events WHERE key = ?"
                + " AND settled_at IS NULL AND next_attempt_at IS NULL")
        .param(KEY.getBytes(UTF_8))
        .query(
            row -> {
              var position =
                  position(row.getString("topic"), row.getInt("partition"), row.getLong("offset"));
              var one = new Parked(row.getString("reason"), row.getInt("attempts"));
              assertThat(parked.put(position, one)).as("parked twice: %s", position).isNull();
            });
    return parked;
  }

  private static ProducerRecord<String, byte[]> record(EventType type, byte[] value) {
    return new ProducerRecord<>(type.topic(), KEY, value);
  }

  private void send(ProducerRecord<String, byte[]> record, Parked as) {
    try (var producer =
        new KafkaProducer<>(stage.kafka(), new StringSerializer(), new ByteArraySerializer())) {
      var sent = producer.send(record).get();
      expected.put(position(sent.topic(), sent.partition(), sent.offset()), as);
    } catch (ExecutionException e) {
      throw new IllegalStateException("poison did not get to " + record.topic(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String position(String topic, int partition, long offset) {
    return "%s-%d@%d".formatted(topic, partition, offset);
  }

  private record Parked(String reason, int attempts) {}
}
