package dev.quadrille.relay;

import dev.quadrille.relay.UnrelayedRows.Round;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.postgresql.replication.LogSequenceNumber;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Relays the rows that are marked, in {@code seq} order, and takes the marks off when Kafka has
 * acknowledged them. Only for databases that do not give their write-ahead log away.
 */
final class PollingSource implements OutboxSource {
  private static final Logger log = LoggerFactory.getLogger(PollingSource.class);

  private final RelayParts parts;
  private final RelayLease lease;
  private final RelayProperties settings;
  private long recordedAt;
  private volatile boolean relayed;

  PollingSource(RelayParts parts, RelayLease lease) {
    this.parts = parts;
    this.lease = lease;
    this.settings = parts.settings();
  }

  @Override
  public boolean relayed() {
    return relayed;
  }

  @Override
  public void prepare(RelayProducer producer, CompletableFuture<Void> end) throws SQLException {
    try (var connection = parts.connect()) {
      var marks = new UnrelayedRows(connection);
      var progress = lease.read().progress();
      if (progress == null || progress.position() != null || !marks.isMarking()) {
        var from = progress == null ? null : progress.at().minus(settings.transactionWindow());
        parts.status().gap("rows of the outbox were not marked until now", from);
        if (progress != null && progress.position() == null) {
          // From the trigger on this would look like no gap, also when the rest is interrupted.
          lease.record(new RelayProgress(progress.at(), LogSequenceNumber.INVALID_LSN));
        }
        marks.startMarking();
        var marked = marks.markAgain(from, settings.republishPage());
        // Without a position: the marks are complete, and a slot would have to begin anew.
        lease.record(new RelayProgress(progress == null ? marks.oldest() : progress.at(), null));
        parts.status().gapRows(marked);
      }
      dropSlot(connection);
    }
  }

  // Nobody would confirm it any more, and the server would keep its WAL for ever.
  private void dropSlot(Connection connection) {
    var slot = new ReplicationSlot(connection, parts.slotName());
    try {
      if (slot.state()
          .filter(state -> state.database().equals(parts.database().name()))
          .isPresent()) {
        slot.free(settings.slotTimeout());
        slot.drop();
      }
    } catch (SQLException | RelayException e) {
      log.warn(
          "Replication slot {} keeps WAL that nobody reads; drop it: {}",
          parts.slotName(),
          e.getMessage());
    }
  }

  @Override
  public void relay(RelayProducer producer, CompletableFuture<Void> end) throws Exception {
    // A clean end leaves the page in hand the time to be acknowledged, a lost lease does not.
    end.whenComplete(
        (ended, failure) ->
            CompletableFuture.delayedExecutor(
                    failure == null ? settings.stopTimeout().toMillis() : 0, TimeUnit.MILLISECONDS)
                .execute(producer::close));
    try (var connection = parts.connect()) {
      var marks = new UnrelayedRows(connection);
      // A mark that is back after a crash repeats an event; no commit waits for the disk for that.
      marks.commitLazily();
      while (!end.isDone()) {
        producer.streamHeld();
        producer.awaitAcknowledged();
        var round = marks.round();
        if (relay(marks, round, producer, end)) {
          parts.status().gapFilled();
          record(marks, round);
          pause(end);
        }
      }
      end.get();
    }
  }

  /**
   * @return false when the term ended first
   */
  private boolean relay(
      UnrelayedRows marks, Round round, RelayProducer producer, CompletableFuture<Void> end)
      throws SQLException, InterruptedException {
    if (round.last() == null) {
      return true;
    }
    while (!end.isDone()) {
      var page = marks.first(settings.republishPage(), settings.queueSize().toBytes());
      for (var row : page.rows()) {
        producer.stream(row);
      }
      producer.awaitAcknowledged();
      marks.relayed(page);
      relayed = true;
      if (round.endsWith(page)) {
        return true;
      }
    }
    return false;
  }

  // Once a beat: the row that holds the progress is rewritten each time.
  private void record(UnrelayedRows marks, Round round) throws SQLException {
    var now = System.nanoTime();
    if (recordedAt != 0 && now - recordedAt < settings.beat().toNanos()) {
      return;
    }
    if (!marks.isMarking()) {
      throw new RelayException("rows of the outbox are not marked any more");
    }
    lease.record(new RelayProgress(round.at(), null));
    parts.status().streaming();
    recordedAt = now;
    relayed = true;
  }

  private void pause(CompletableFuture<Void> end) throws ExecutionException, InterruptedException {
    try {
      end.get(settings.pollInterval().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      log.trace("The term goes on", e);
    }
  }
}
