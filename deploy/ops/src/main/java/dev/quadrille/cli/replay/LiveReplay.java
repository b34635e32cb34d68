package dev.quadrille.cli.replay;

import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.connection.UnreachableException;
import dev.quadrille.cli.topics.TopicWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

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
    try (var writer = new TopicWriter(system.kafka())) {
      for (var from = 0; from < left.size(); from += batch) {
        var began = System.nanoTime();
        var to = Math.min(left.size(), from + batch);
        send(writer, left.subList(from, to));
        progress.sent(to);
        sent.accept(to);
        if (to < left.size()) {
          pause(began + TimeUnit.SECONDS.toNanos(1) * (to - from) / perSecond);
        }
      }
    }
    progress.over();
  }

  private void send(TopicWriter writer, List<ConsumerRecord<byte[], byte[]>> some) {
    try {
      writer.send(some.stream().map(record -> TopicWriter.again(record, name)).toList());
    } catch (UnreachableException e) {
      throw new UnreachableException(
          "%s; the same command goes on where it was".formatted(e.getMessage()));
    }
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
