package dev.quadrille.relay;

import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.postgresql.replication.LogSequenceNumber;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One term of leadership: checks the slot, fills the gap if there is one, streams. The first thing
 * that goes wrong ends it.
 */
final class RelayTerm {
  private static final Logger log = LoggerFactory.getLogger(RelayTerm.class);

  private final RelayParts parts;
  private final RelayLease lease;
  private final RelayProperties settings;
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private volatile boolean streaming;
  private volatile boolean relayed;

  /**
   * @param lease held by this relay
   */
  RelayTerm(RelayParts parts, RelayLease lease) {
    this.parts = parts;
    this.lease = lease;
    this.settings = parts.settings();
  }

  /** Ends the term cleanly and returns at once. */
  void end() {
    end.complete(null);
  }

  /** Whether anything went through, so that the next failure is a new one. */
  boolean relayed() {
    return relayed;
  }

  /**
   * Leads until {@link #end()}.
   *
   * @throws Exception what ended the term otherwise
   */
  void run() throws Exception {
    try (var producer = parts.openProducer("relay");
        var heart = new RelayHeart(lease, producer, parts, end::completeExceptionally)) {
      // Filling a gap waits for Kafka; streaming is closed in order.
      end.whenComplete(
          (ended, failure) -> {
            if (!streaming) {
              producer.close();
            }
          });
      var schema = prepare(producer);
      streaming = true;
      stream(producer, schema);
    } catch (Exception e) {
      // What follows from the end of the term is not its cause.
      if (end.isDone()) {
        end.get();
        return;
      }
      throw e;
    }
  }

  private String prepare(RelayProducer producer) throws SQLException, InterruptedException {
    try (var connection = parts.connect()) {
      RelayRequirements.check(connection);
      var slot = new ReplicationSlot(connection, parts.slotName());
      slot.free(settings.slotTimeout());
      var progress = lease.read().progress();
      var gap = gap(slot.state(), progress);
      if (gap.isPresent()) {
        log.warn(
            "Gap between the outbox and Kafka: {}. Rows written since {} are sent again",
            gap.get(),
            progress == null ? "the beginning" : progress.at());
        parts.status().gap();
        var from = progress == null ? null : progress.at().minus(settings.transactionWindow());
        var begin = slot.make(settings.slotTimeout());
        slot.awaitRunningTransactions(settings.transactionWindow(), end::isDone);
        var sent =
            new Republisher(connection, producer, settings.republishPage()).republish(from, null);
        lease.beginAnew(begin);
        log.info("Gap closed; rows sent again: {}", sent);
      }
      return connection.getSchema();
    }
  }

  private Optional<String> gap(Optional<SlotState> state, @Nullable RelayProgress progress) {
    var name = parts.slotName();
    if (state.isEmpty()) {
      return Optional.of("there is no replication slot " + name);
    }
    var slot = state.get();
    if (!slot.database().equals(parts.database().name())) {
      throw new RelayException(
          "replication slot %s belongs to database %s: set quadrille.relay.slot"
              .formatted(name, slot.database()));
    }
    if (slot.lost() || slot.confirmed() == null) {
      return Optional.of("replication slot %s has lost WAL".formatted(name));
    }
    if (progress == null) {
      return Optional.of("nothing has been relayed yet");
    }
    if (slot.confirmed().compareTo(progress.position()) > 0) {
      return Optional.of(
          "replication slot %s begins at %s, but only what is before %s was relayed"
              .formatted(name, slot.confirmed().asString(), progress.position().asString()));
    }
    return Optional.empty();
  }

  private void stream(RelayProducer producer, String schema) throws Exception {
    var engine =
        new OutboxEngine(
            EngineSettings.of(parts.name(), parts.database(), schema, parts.slotName(), settings),
            producer,
            lease,
            parts.status(),
            settings.stopTimeout());
    try {
      engine.start(parts.name() + "-relay-engine").whenComplete(this::engineEnded);
      end.get();
    } catch (ExecutionException e) {
      // Nothing more goes out once the lease is lost; the engine would wait for its batch.
      producer.close();
      throw e;
    } finally {
      engine.close();
      relayed = engine.acknowledged() != null;
      settle(engine.acknowledged());
    }
  }

  private void engineEnded(@Nullable Void ended, @Nullable Throwable failure) {
    end.completeExceptionally(
        failure == null ? new RelayException("Debezium ended by itself") : failure);
  }

  // Between two beats the slot lags behind Kafka. Bringing it up to date saves a second of repeats;
  // when that fails they are repeated.
  private void settle(@Nullable LogSequenceNumber acknowledged) {
    if (acknowledged == null) {
      return;
    }
    try (var connection = parts.connect()) {
      lease.advance(null, acknowledged);
      var slot = new ReplicationSlot(connection, parts.slotName());
      slot.free(settings.stopTimeout());
      slot.advance(acknowledged);
    } catch (SQLException | RelayException e) {
      log.debug("The slot stays at the last beat", e);
    }
  }
}
