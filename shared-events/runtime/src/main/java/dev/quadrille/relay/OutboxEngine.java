package dev.quadrille.relay;

import io.debezium.embedded.Connect;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.DebeziumEngine.RecordCommitter;
import io.debezium.engine.RecordChangeEvent;
import io.debezium.engine.StopEngineException;
import io.debezium.engine.format.ChangeEventFormat;
import io.debezium.engine.spi.OffsetCommitPolicy;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;
import org.postgresql.replication.LogSequenceNumber;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of Debezium: streams a slot into Kafka until it fails or is closed. Rows are confirmed to
 * the slot only with a beat: after Kafka has acknowledged everything before it, the progress is
 * recorded, and then the slot may move that far.
 */
final class OutboxEngine implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(OutboxEngine.class);
  private static final Duration GLANCE = Duration.ofMillis(50);
  private static final Duration CLOSING = Duration.ofSeconds(15);

  private final RelayProducer producer;
  private final RelayLease lease;
  private final RelayStatus status;
  private final Duration stopTimeout;
  private final DebeziumEngine<RecordChangeEvent<SourceRecord>> engine;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final ReentrantLock batchInFlight = new ReentrantLock();
  private volatile boolean closing;
  private volatile @Nullable LogSequenceNumber acknowledged;

  OutboxEngine(
      Properties settings,
      RelayProducer producer,
      RelayLease lease,
      RelayStatus status,
      Duration stopTimeout) {
    this.producer = producer;
    this.lease = lease;
    this.status = status;
    this.stopTimeout = stopTimeout;
    this.engine =
        DebeziumEngine.create(ChangeEventFormat.of(Connect.class))
            .using(settings)
            .using(getClass().getClassLoader())
            .using(OffsetCommitPolicy.always())
            .using(this::complete)
            .notifying(this::relay)
            .build();
  }

  /**
   * Begins to stream.
   *
   * @return completes when the engine has ended by itself, with what ended it
   */
  CompletableFuture<Void> start(String threadName) {
    new Thread(engine, threadName).start();
    return ended;
  }

  /** Everything before this position is in Kafka; null: nothing was relayed yet. */
  @Nullable LogSequenceNumber acknowledged() {
    return acknowledged;
  }

  /** Lets the batch in flight be acknowledged if that is quick, and ends. */
  @Override
  public void close() {
    closing = true;
    try {
      if (batchInFlight.tryLock(stopTimeout.toMillis(), TimeUnit.MILLISECONDS)) {
        batchInFlight.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close();
    var deadline = System.nanoTime() + CLOSING.toNanos();
    while (!ended.isDone()) {
      if (System.nanoTime() > deadline) {
        log.warn("Debezium does not end; going on without it");
        return;
      }
      closeEngine();
      awaitEnd();
    }
  }

  // Debezium refuses to be closed while it starts, and when it is closed already.
  private void closeEngine() {
    try {
      engine.close();
    } catch (IllegalStateException | IOException e) {
      log.debug("Debezium cannot be closed now", e);
    }
  }

  private void awaitEnd() {
    try {
      ended.get(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      log.trace("Debezium has not ended normally yet", e);
    }
  }

  private void complete(boolean success, @Nullable String message, @Nullable Throwable error) {
    if (error == null) {
      ended.complete(null);
    } else {
      ended.completeExceptionally(error);
    }
  }

  private void relay(
      List<RecordChangeEvent<SourceRecord>> batch,
      RecordCommitter<RecordChangeEvent<SourceRecord>> committer)
      throws InterruptedException {
    batchInFlight.lock();
    try {
      if (closing) {
        throw new StopEngineException("the relay stops");
      }
      var beat = send(batch);
      producer.awaitAcknowledged();
      confirm(batch.get(batch.size() - 1), beat, committer);
    } finally {
      batchInFlight.unlock();
    }
  }

  private @Nullable Instant send(List<RecordChangeEvent<SourceRecord>> batch) {
    Instant beat = null;
    for (var change : batch) {
      var value = (Struct) change.record().value();
      var after = value.getStruct("after");
      if ("relay_beat".equals(value.getStruct("source").getString("table"))) {
        beat = OffsetDateTime.parse(after.getString("beat_at")).toInstant();
      } else {
        producer.stream(OutboxRow.of(after));
      }
    }
    producer.streamHeld();
    return beat;
  }

  private void confirm(
      RecordChangeEvent<SourceRecord> last,
      @Nullable Instant beat,
      RecordCommitter<RecordChangeEvent<SourceRecord>> committer)
      throws InterruptedException {
    // The commit before the transaction of the last change. The first transaction after a start has
    // none; its own position may lie before what is confirmed already, so it waits for the next.
    var commit = (Long) last.record().sourceOffset().get("lsn_commit");
    if (commit == null) {
      return;
    }
    var position = LogSequenceNumber.valueOf(commit);
    acknowledged = position;
    if (beat != null) {
      try {
        lease.advance(beat, position);
      } catch (SQLException e) {
        throw new RelayException("the progress cannot be recorded: " + e.getMessage(), e);
      }
      status.streaming();
      committer.markProcessed(last);
      committer.markBatchFinished();
    }
  }
}
