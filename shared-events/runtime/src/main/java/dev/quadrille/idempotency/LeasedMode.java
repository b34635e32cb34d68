package dev.quadrille.idempotency;

import dev.quadrille.state.Ids;
import java.time.Duration;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The key is claimed before the handler runs and answered after; each is a transaction of its own.
 * Whoever loses the claim in between cannot answer any more.
 */
final class LeasedMode implements Mode {
  private static final Logger log = LoggerFactory.getLogger(LeasedMode.class);

  private final Keys keys;
  private final Leases leases;
  private final Ids ids;
  private final Duration lease;

  LeasedMode(Keys keys, Leases leases, Ids ids, Duration lease) {
    this.keys = keys;
    this.leases = leases;
    this.ids = ids;
    this.lease = lease;
  }

  @Override
  public Reply answer(KeyedRequest request, Exchange exchange) {
    var owner = ids.next();
    var claims = keys.claim(request, owner, lease);
    if (claims.isEmpty()) {
      return inUse(request);
    }
    try (var held = leases.hold(owner)) {
      return execute(request, exchange, held.owner(), claims.get());
    }
  }

  private Reply execute(KeyedRequest request, Exchange exchange, UUID owner, int claims) {
    try {
      var attempt = exchange.attempt(claims == 1 ? Execution.FIRST : Execution.TAKEN_OVER);
      if (attempt.broken()) {
        throw new EscapedException(attempt.failure());
      }
      return settle(request, exchange, owner, attempt);
    } catch (RuntimeException e) {
      // Another system may have been called: whoever executes it again is to know that.
      log.warn("nobody knows whether a request was executed", e);
      exchange.startAnew();
      abandon(request, owner);
      return Reply.unknown();
    }
  }

  private Reply settle(KeyedRequest request, Exchange exchange, UUID owner, Attempt attempt) {
    var answer = attempt.lasting();
    if (answer.isEmpty()) {
      if (attempt.unwritten()) {
        abandon(request, owner);
      } else {
        keys.release(request, owner);
      }
      return attempt.reply(Outcome.UNSTORED);
    }
    if (keys.complete(request, owner, answer.get())) {
      return attempt.reply(Outcome.FIRST);
    }
    log.warn("a request took so long that another process has taken it over");
    exchange.startAnew();
    return inUse(request);
  }

  private Reply inUse(KeyedRequest request) {
    // Gone in this moment: the next request will have it.
    return keys.find(request).map(held -> held.reply(request)).orElseGet(Reply::inFlight);
  }

  private void abandon(KeyedRequest request, UUID owner) {
    try {
      keys.abandon(request, owner);
    } catch (RuntimeException e) {
      log.warn("a claim could not be ended: it ends with its lease", e);
    }
  }
}
