package dev.quadrille.cli.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.connection.UnreachableException;
import dev.quadrille.contracts.EventHeaders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Puts records onto their topics once more: same key, bytes, headers and ids, and the name of the
 * replay. Where a key belongs is decided as for the first time.
 */
public final class LiveReplay {
  private static final int A_SECOND = 10;

  private final TargetSystem system;
  private final String name;
  private final int perSecond;
  private final Progress progress;
  private final List<ConsumerRecord<byte[], byte[]>> left;

  /**
   * A replay, begun or not.
   *
   * @param notes where it notes how far it is
   * @param perSecond the most records a second
   */
  public LiveReplay(TargetSystem system, String name, int perSecond, Chosen chosen, Path notes) {
    this.system = system;
    this.name = name;
    this.perSecond = perSecond;
    this.progress = Progress.of(notes, name, chosen.records());
    this.left = progress.left(chosen.records());
  }

  /** How many an earlier run has sent. */
  public long sentBefore() {
    return progress.sent();
  }

  /** How many are left, by topics. */
  public Map<String, Long> plan() {
    var plan = new TreeMap<String, Long>();
    left.forEach(record -> plan.merge(record.topic(), 1L, Long::sum));
    return plan;
  }

  /**
   * Sends what is left, and returns when Kafka has acknowledged it.
   *
   * @param sent hears now and then how many that were
   */
  public void send(LongConsumer sent) {
    var batch = Math.max(1, perSecond / A_SECOND);
    try (var producer = producer()) {
      for (var from = 0; from < left.size(); from += batch) {
        var began = System.nanoTime();
        var to = Math.min(left.size(), from + batch);
        send(producer, left.subList(from, to));
        progress.sent(to);
        sent.accept(to);
        if (to < left.size()) {
          pause(began + TimeUnit.SECONDS.toNanos(1) * (to - from) / perSecond);
        }
      }
    }
    progress.over();
  }

  private void send(
      KafkaProducer<byte[], byte[]> producer, List<ConsumerRecord<byte[], byte[]>> some) {
    var pending = new ArrayList<Future<RecordMetadata>>();
    some.forEach(record -> pending.add(producer.send(again(record))));
    try {
      for (var acknowledged : pending) {
        acknowledged.get();
      }
    } catch (ExecutionException e) {
      throw new UnreachableException(
          "Kafka does not take it: %s; the same command goes on where it was"
              .formatted(e.getCause().getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("interrupted; the same command goes on where it was");
    }
  }

  private ProducerRecord<byte[], byte[]> again(ConsumerRecord<byte[], byte[]> record) {
    // Without a key nothing says where it belongs, but for where it was.
    var partition = record.key() == null ? record.partition() : null;
    var again =
        new ProducerRecord<>(
            record.topic(), partition, record.key(), record.value(), record.headers());
    // A replay of a replay carries one name, not all of them.
    again.headers().remove(EventHeaders.REPLAY);
    again.headers().add(EventHeaders.REPLAY, name.getBytes(UTF_8));
    return again;
  }

  private KafkaProducer<byte[], byte[]> producer() {
    var settings = new HashMap<>(system.kafka());
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.MAX_VALUE);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 60_000);
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static void pause(long until) {
    try {
      TimeUnit.NANOSECONDS.sleep(Math.max(0, until - System.nanoTime()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("interrupted; the same command goes on where it was");
    }
  }
}
