package dev.quadrille.relay;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.postgresql.replication.LogSequenceNumber;
import org.postgresql.util.PSQLState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.util.backoff.ExponentialBackOff;

/** Streams the replication slot, after it has read from the table what the slot cannot give. */
final class SlotSource implements OutboxSource {
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);
  // For Debezium, from its start to its first byte from the slot.
  private static final Duration LONGEST_START = Duration.ofSeconds(30);
  private static final Logger log = LoggerFactory.getLogger(SlotSource.class);

  private final RelayParts parts;
  private final RelayLease lease;
  private final RelayProperties settings;
  private String schema = "";
  private volatile boolean relayed;
  private volatile boolean relaying;
  private long lastActive;

  SlotSource(RelayParts parts, RelayLease lease) {
    this.parts = parts;
    this.lease = lease;
    this.settings = parts.settings();
  }

  @Override
  public boolean relayed() {
    return relayed;
  }

  // For a slot that is lost after the check Debezium waits half an hour, and for one that is gone
  // it waits for itself, in a transaction that keeps any slot of the server from being made.
  @Override
  public void look(RelayReading reading) {
    if (!relaying) {
      return;
    }
    var slot = reading.slot();
    var usable = slot != null && slot.isUsable();
    // The first look may be older than the slot.
    if (lastActive == 0 || usable && slot.active()) {
      lastActive = System.nanoTime();
    } else if (!usable) {
      throw new RelayException("replication slot %s is gone or lost".formatted(parts.slotName()));
    } else if (System.nanoTime() - lastActive > LONGEST_START.toNanos()) {
      throw new RelayException("nobody streams replication slot " + parts.slotName());
    }
  }

  @Override
  public void prepare(RelayProducer producer, CompletableFuture<Void> end)
      throws SQLException, InterruptedException {
    try (var connection = parts.connect()) {
      RelayRequirements.check(connection);
      var slot = new ReplicationSlot(connection, parts.slotName());
      slot.free(settings.slotTimeout());
      var progress = lease.read().progress();
      var gap = gap(slot.state(), progress);
      if (gap.isPresent()) {
        var from = progress == null ? null : progress.at().minus(settings.transactionWindow());
        parts.status().gap(gap.get(), from);
        var begin = slot.make(settings.slotTimeout(), settings.failover());
        slot.awaitRunningTransactions(settings.transactionWindow(), end::isDone);
        var sent = new Republisher(connection, producer, settings).republish(from, null);
        lease.record(begin);
        parts.status().gapRows(sent);
        parts.status().gapFilled();
      }
      setFailover(slot);
      schema = connection.getSchema();
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
    if (progress.position() == null) {
      return Optional.of("the outbox was polled until now");
    }
    if (slot.confirmed().compareTo(progress.position()) > 0) {
      return Optional.of(
          "replication slot %s begins at %s, but only what is before %s was relayed"
              .formatted(name, slot.confirmed().asString(), progress.position().asString()));
    }
    return Optional.empty();
  }

  // A slot from before the setting was changed.
  private void setFailover(ReplicationSlot slot) throws SQLException {
    var state = slot.state();
    if (state.isPresent() && state.get().failover() != settings.failover()) {
      parts
          .database()
          .replicationCommand(
              "ALTER_REPLICATION_SLOT %s (FAILOVER %s)"
                  .formatted(parts.slotName(), settings.failover()),
              settings.slotTimeout());
    }
  }

  @Override
  public void relay(RelayProducer producer, CompletableFuture<Void> end) throws Exception {
    var engine =
        new OutboxEngine(
            EngineSettings.of(parts.name(), parts.database(), schema, parts.slotName(), settings),
            producer,
            lease,
            parts.status(),
            settings.stopTimeout());
    var unusable = false;
    relaying = true;
    try {
      engine
          .start(parts.name() + "-relay-engine")
          .whenComplete((ended, failure) -> end.completeExceptionally(reason(failure)));
      leavePolling(end);
      end.get();
    } catch (ExecutionException e) {
      // Nothing more goes out once the lease is lost; the engine would wait for its batch.
      producer.close();
      unusable = reachesBackTooFar(e);
      throw e;
    } finally {
      engine.close();
      relayed = engine.acknowledged() != null;
      settle(engine.acknowledged());
      if (unusable) {
        dropSlot();
      }
    }
  }

  // What was written before the publication was made anew is decoded without it, and fails for
  // ever.
  private static boolean reachesBackTooFar(Throwable failure) {
    var cause = NestedExceptionUtils.getMostSpecificCause(failure);
    return cause instanceof SQLException e
        && PSQLState.UNDEFINED_OBJECT.getState().equals(e.getSQLState())
        && String.valueOf(e.getMessage()).contains(RelayRequirements.PUBLICATION);
  }

  // The next term makes it, and reads from the table what it cannot give.
  private void dropSlot() {
    try (var connection = parts.connect()) {
      RelayRequirements.check(connection);
      var slot = new ReplicationSlot(connection, parts.slotName());
      slot.free(settings.slotTimeout());
      slot.drop();
      log.warn(
          "Replication slot {} began before its publication: it is made anew", parts.slotName());
    } catch (SQLException | RelayException e) {
      log.debug("The slot stays as it is", e);
    }
  }

  // The slot gives all that is marked. Marks that stay are only a waste: no reason not to stream.
  // Each attempt makes writers wait for as long as somebody reads the outbox, so it is rarely made.
  private void leavePolling(CompletableFuture<Void> end)
      throws ExecutionException, InterruptedException {
    var backOff = new ExponentialBackOff(settings.beat().toMillis(), 2);
    backOff.setMaxInterval(LONGEST_PAUSE.toMillis());
    var pauses = backOff.start();
    while (!end.isDone() && !stopsMarking()) {
      try {
        end.get(pauses.nextBackOff(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        log.trace("The term goes on", e);
      }
    }
  }

  private boolean stopsMarking() {
    try (var connection = parts.connect()) {
      new UnrelayedRows(connection).stopMarking();
      return true;
    } catch (SQLException e) {
      log.warn("Rows of the outbox are still marked for polling: {}", e.getMessage());
      return false;
    }
  }

  private static Throwable reason(@Nullable Throwable failure) {
    return failure == null ? new RelayException("Debezium ended by itself") : failure;
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
