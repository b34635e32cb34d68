package dev.quadrille.relay;

import dev.quadrille.tracing.EventTraces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends rows in order and waits until Kafka has them. It gives up on nothing by itself: a broker
 * that is away is waited for, and the first record that is refused closes the producer, so that no
 * later record is sent before it. Only a record that Kafka will never take as it is, whatever
 * becomes of its topic's leader, its rights and the others, is noted and passed over. One thread
 * sends; any may {@link #close()}.
 */
final class RelayProducer implements AutoCloseable {
  // Topics that do not exist or may not be written are found out after this long.
  private static final Duration METADATA_TIMEOUT = Duration.ofSeconds(10);
  // A batch that its topic does not take is split by the client to what a batch may have, whatever
  // the topic takes: into itself, without end, where that is less (seen).
  private static final Duration SPLITTING = Duration.ofSeconds(3);
  private static final int ENDLESS_SPLITS = 10;
  // Every wait flushes, so this delays nothing; it lets requests fill up.
  private static final int LINGER_MILLIS = 1000;

  private final Producer<String, byte[]> kafka;
  private final RelayStatus status;
  private final RelayFaults faults;
  private final EventTraces traces;
  private final Consumer<List<Refusal>> notes;
  private final List<Sent> unacknowledged = new ArrayList<>();
  private final AtomicReference<@Nullable RelayException> refusal = new AtomicReference<>();
  private volatile boolean waiting;
  private volatile long movedAt;
  private volatile double splits = Double.NaN;

  /**
   * @param notes keeps what Kafka refuses, durably when it returns, or throws a {@link
   *     RelayException}
   */
  RelayProducer(
      Producer<String, byte[]> kafka,
      RelayStatus status,
      RelayFaults faults,
      EventTraces traces,
      Consumer<List<Refusal>> notes) {
    this.kafka = kafka;
    this.status = status;
    this.faults = faults;
    this.traces = traces;
    this.notes = notes;
  }

  /**
   * @param purpose tells this client of Kafka from the relay's others
   */
  static RelayProducer open(RelayParts parts, String purpose) {
    var settings = parts.settings();
    var config = new HashMap<>(parts.kafka());
    config.put(ProducerConfig.CLIENT_ID_CONFIG, parts.name() + "-" + purpose);
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
    // With more than one, what follows a refused record is on its way already. A broker takes it: a
    // producer that it has no state of may begin with any sequence number (seen).
    config.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, METADATA_TIMEOUT.toMillis());
    config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    config.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS);
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, (int) settings.maxRequestSize().toBytes());
    config.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    if (parts.status().sendsSingly()) {
      config.put(ProducerConfig.BATCH_SIZE_CONFIG, 0);
    }
    return new RelayProducer(
        new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer()),
        parts.status(),
        parts.faults(),
        parts.traces(),
        parts::note);
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
      var answer =
          kafka.send(
              OutboxRecords.record(row, replay),
              (metadata, refused) -> {
                if (refused == null) {
                  movedAt = System.nanoTime();
                  status.relayed(row.topic());
                  traces.published(row.traced(), row.traceparent(), row::written);
                } else if (isOfTheRecord(refused)) {
                  movedAt = System.nanoTime();
                } else {
                  refuse(row, refused);
                }
              });
      unacknowledged.add(new Sent(row, replay, answer));
    } catch (KafkaException | IllegalStateException e) {
      refuse(row, e);
      throwRefusal(e);
    }
  }

  /**
   * Returns when Kafka has acknowledged every row sent, or refused it for itself and that is noted.
   *
   * @return what Kafka refused, noted
   * @throws RelayException when one was refused for another reason, cannot be noted, or the
   *     producer was closed meanwhile
   */
  List<Refusal> awaitAcknowledged() throws InterruptedException {
    if (unacknowledged.isEmpty()) {
      return List.of();
    }
    var refusals = new ArrayList<Refusal>();
    for (var suspect : awaitAnswers().keySet()) {
      // Kafka may refuse a batch for one of its records, and they share the answer: alone it shows.
      send(suspect.row, suspect.replay);
      awaitAnswers().forEach((sent, reason) -> refusals.add(new Refusal(sent.row, reason)));
    }
    if (!refusals.isEmpty()) {
      notes.accept(refusals);
    }
    return refusals;
  }

  // What was refused for itself, or for a neighbour in its batch, and why.
  private Map<Sent, String> awaitAnswers() throws InterruptedException {
    movedAt = System.nanoTime();
    waiting = true;
    try {
      kafka.flush();
      var refused = new LinkedHashMap<Sent, String>();
      for (var sent : unacknowledged) {
        try {
          sent.answer.get();
        } catch (ExecutionException e) {
          if (!isOfTheRecord(e.getCause())) {
            throwRefusal(e.getCause());
          }
          refused.put(sent, String.valueOf(e.getCause().getMessage()));
        }
      }
      unacknowledged.clear();
      return refused;
    } catch (InterruptException e) {
      throw (InterruptedException) new InterruptedException().initCause(e);
    } finally {
      waiting = false;
    }
  }

  /**
   * For another thread than the one that waits.
   *
   * @throws RelayException when rows wait and none was acknowledged for that long: the brokers may
   *     be elsewhere by now, and the client's own thread can die without a word; or when the client
   *     splits a batch without end, and then the next producer makes none
   */
  void requireProgress(Duration timeout) {
    var silence = silence().toNanos();
    if (silence > timeout.toNanos()) {
      throw new RelayException(
          "Kafka has acknowledged nothing for %d s".formatted(timeout.toSeconds()));
    }
    var before = splits;
    splits = silence > SPLITTING.toNanos() ? batchSplits() : Double.NaN;
    if (splits - before > ENDLESS_SPLITS) {
      status.sendSingly();
      throw new RelayException(
          "a topic takes less than a batch of records: they are sent one by one from now on");
    }
  }

  /** How long rows have waited without one being acknowledged; zero while none waits. */
  Duration silence() {
    return waiting ? Duration.ofNanos(System.nanoTime() - movedAt) : Duration.ZERO;
  }

  private double batchSplits() {
    return kafka.metrics().entrySet().stream()
        .filter(metric -> metric.getKey().name().equals("batch-split-total"))
        .mapToDouble(metric -> (Double) metric.getValue().metricValue())
        .sum();
  }

  /** Closes at once; rows not acknowledged yet may or may not reach Kafka. */
  @Override
  public void close() {
    kafka.close(Duration.ZERO);
  }

  // Sizes only. A time that a broker finds wrong may lie in our clock, and then strikes every
  // record; a corrupt one was corrupted on the way; a missing topic, right or leader is mended.
  private static boolean isOfTheRecord(@Nullable Throwable refused) {
    return refused instanceof RecordTooLargeException
        || refused instanceof RecordBatchTooLargeException;
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

  private record Sent(OutboxRow row, @Nullable String replay, Future<RecordMetadata> answer) {}
}
