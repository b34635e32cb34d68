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
    Attempt attempt;
    try {
      attempt = exchange.attempt(claims == 1 ? Execution.FIRST : Execution.TAKEN_OVER);
    } catch (RuntimeException e) {
      release(request, owner);
      throw e;
    }
    var answer = attempt.lasting();
    if (answer.isEmpty()) {
      release(request, owner);
      return attempt.reply(Outcome.UNSTORED);
    }
    try {
      if (keys.complete(request, owner, answer.get())) {
        return attempt.reply(Outcome.FIRST);
      }
      log.warn("a request was executed, but took so long that another has taken over");
      exchange.startAnew();
      return inUse(request);
    } catch (RuntimeException e) {
      log.warn("a request was executed, but its answer could not be stored", e);
      exchange.startAnew();
      return Reply.unknown();
    }
  }

  private Reply inUse(KeyedRequest request) {
    // Gone in this moment: the next request will have it.
    return keys.find(request).map(held -> held.reply(request)).orElseGet(Reply::inFlight);
  }

  private void release(KeyedRequest request, UUID owner) {
    try {
      keys.release(request, owner);
    } catch (RuntimeException e) {
      log.warn("a claim could not be given back; it ends with its lease", e);
    }
  }
}
