package dev.quadrille.relay;

import dev.quadrille.tracing.EventTraces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends rows in order and waits until Kafka has them. It gives up on nothing by itself: a broker
 * that is away is waited for, and the first record that is refused closes the producer, so that no
 * later record is sent before it. One thread sends; any may {@link #close()}.
 */
final class RelayProducer implements AutoCloseable {
  // Topics that do not exist or may not be written are found out after this long.
  private static final Duration METADATA_TIMEOUT = Duration.ofSeconds(10);
  // Every wait flushes, so this delays nothing; it lets requests fill up.
  private static final int LINGER_MILLIS = 1000;

  private final Producer<String, byte[]> kafka;
  private final RelayStatus status;
  private final RelayFaults faults;
  private final EventTraces traces;
  private final List<Future<RecordMetadata>> unacknowledged = new ArrayList<>();
  private final AtomicReference<@Nullable RelayException> refusal = new AtomicReference<>();
  private volatile boolean waiting;
  private volatile long movedAt;

  RelayProducer(
      Producer<String, byte[]> kafka, RelayStatus status, RelayFaults faults, EventTraces traces) {
    this.kafka = kafka;
    this.status = status;
    this.faults = faults;
    this.traces = traces;
  }

  /**
   * @param connection where Kafka is and how to speak to it, as Spring Boot configures a producer
   */
  static RelayProducer open(
      Map<String, Object> connection,
      String clientId,
      RelayProperties settings,
      RelayStatus status,
      RelayFaults faults,
      EventTraces traces) {
    var config = new HashMap<>(connection);
    config.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
    // With more than one, what follows a refused record is on its way already. A broker takes it,
    // for
    // a producer that it has no state of may begin with any sequence number (seen).
    config.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, METADATA_TIMEOUT.toMillis());
    config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    config.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, (int) settings.maxRequestSize().toBytes());
    config.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    return new RelayProducer(
        new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer()),
        status,
        faults,
        traces);
  }

  /**
   * Hands a row that was committed to the producer, unless a test wants something else.
   *
   * @throws RelayException as {@link #send}
   */
  void stream(OutboxRow row) {
    faults.pass(row, passed -> send(passed, null));
  }

  /** Hands those rows to the producer that a test wanted to be late. */
  void streamHeld() {
    faults.release(late -> send(late, null));
  }

  /**
   * Hands a row to the producer.
   *
   * @param replay name of the replay when a person sends the row again, else null
   * @throws RelayException when this row or one before was refused, or the producer is closed
   */
  void send(OutboxRow row, @Nullable String replay) {
    throwRefusal(null);
    try {
      unacknowledged.add(
          kafka.send(
              OutboxRecords.record(row, replay),
              (metadata, refused) -> {
                if (refused == null) {
                  movedAt = System.nanoTime();
                  status.relayed(row.topic());
                  traces.published(row.traced(), row.traceparent(), row::written);
                } else {
                  refuse(row, refused);
                }
              }));
    } catch (KafkaException | IllegalStateException e) {
      refuse(row, e);
      throwRefusal(e);
    }
  }

  /**
   * Returns when Kafka has acknowledged every row sent.
   *
   * @throws RelayException when one was refused or the producer was closed meanwhile
   */
  void awaitAcknowledged() throws InterruptedException {
    if (unacknowledged.isEmpty()) {
      return;
    }
    movedAt = System.nanoTime();
    waiting = true;
    try {
      kafka.flush();
      for (var sent : unacknowledged) {
        sent.get();
      }
      unacknowledged.clear();
    } catch (InterruptException e) {
      throw (InterruptedException) new InterruptedException().initCause(e);
    } catch (ExecutionException e) {
      throwRefusal(e.getCause());
    } finally {
      waiting = false;
    }
  }

  /**
   * For another thread than the one that waits.
   *
   * @throws RelayException when rows wait and none was acknowledged for that long: the brokers may
   *     be elsewhere by now, and the client's own thread can die without a word
   */
  void requireProgress(Duration timeout) {
    if (waiting && System.nanoTime() - movedAt > timeout.toNanos()) {
      throw new RelayException(
          "Kafka has acknowledged nothing for %d s".formatted(timeout.toSeconds()));
    }
  }

  /** Closes at once; rows not acknowledged yet may or may not reach Kafka. */
  @Override
  public void close() {
    kafka.close(Duration.ZERO);
  }

  private void refuse(OutboxRow row, Exception reason) {
    giveUp(
        new RelayException(
            "Kafka does not take event %s (seq %d) for %s: %s"
                .formatted(row.id(), row.seq(), row.topic(), reason),
            reason));
  }

  /** Closes at once and tells whoever waits or sends why, unless it has been told already. */
  void giveUp(RelayException reason) {
    if (refusal.compareAndSet(null, reason)) {
      close();
    }
  }

  private void throwRefusal(@Nullable Throwable otherwise) {
    var refused = refusal.get();
    if (refused != null) {
      throw refused;
    }
    if (otherwise != null) {
      throw new RelayException("the producer is closed: " + otherwise, otherwise);
    }
  }
}
