package dev.quadrille.idempotency;

import dev.quadrille.handling.LostRace;
import jakarta.persistence.EntityManager;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The key, what the handler changes and its answer are committed together, or not at all: a crash
 * leaves nothing half done, and no key hangs.
 */
final class AtomicMode implements Mode {
  private static final Logger log = LoggerFactory.getLogger(AtomicMode.class);

  private final TransactionTemplate transaction;
  private final EntityManager entities;
  private final Keys keys;

  AtomicMode(TransactionTemplate transaction, EntityManager entities, Keys keys) {
    this.transaction = transaction;
    this.entities = entities;
    this.keys = keys;
  }

  @Override
  public Reply answer(KeyedRequest request, Exchange exchange) {
    try {
      return once(request, exchange);
    } catch (RuntimeException e) {
      if (!LostRace.isCauseOf(e)) {
        throw e;
      }
      // The winner has committed: this time it is seen.
      return once(request, exchange);
    }
  }

  private Reply once(KeyedRequest request, Exchange exchange) {
    var committing = new AtomicBoolean();
    try {
      return transaction.execute(
          status -> {
            var reply = within(status, request, exchange);
            committing.set(true);
            return reply;
          });
    } catch (RuntimeException e) {
      if (!committing.get() || LostRace.isCauseOf(e)) {
        throw e;
      }
      // The connection may have broken after the database had committed.
      log.warn("nobody knows whether a request was executed", e);
      exchange.startAnew();
      return Reply.unknown();
    }
  }

  private Reply within(TransactionStatus status, KeyedRequest request, Exchange exchange) {
    var found = keys.lock(request);
    if (found.held() != null) {
      return found.held().reply(request);
    }
    if (!found.locked()) {
      return Reply.inFlight();
    }
    var attempt = exchange.attempt(Execution.FIRST);
    var answer = attempt.lasting();
    if (answer.isEmpty()) {
      status.setRollbackOnly();
      return failed(attempt);
    }
    entities.flush();
    if (!keys.store(request, answer.get())) {
      throw new OptimisticLockingFailureException("another request under this key was first");
    }
    return attempt.reply(Outcome.FIRST);
  }

  private static Reply failed(Attempt attempt) {
    if (attempt.failure() instanceof RuntimeException e && LostRace.isCauseOf(e)) {
      throw e;
    }
    return attempt.reply(Outcome.UNSTORED);
  }
}
