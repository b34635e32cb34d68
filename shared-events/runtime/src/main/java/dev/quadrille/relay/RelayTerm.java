package dev.quadrille.relay;

import java.util.concurrent.CompletableFuture;

/**
 * One term of leadership: closes the gap if there is one, then relays. The first thing that goes
 * wrong ends it.
 */
final class RelayTerm {
  private final RelayParts parts;
  private final RelayLease lease;
  private final OutboxSource source;
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private volatile boolean relaying;

  /**
   * @param lease held by this relay
   */
  RelayTerm(RelayParts parts, RelayLease lease) {
    this.parts = parts;
    this.lease = lease;
    this.source =
        switch (parts.settings().mode()) {
          case CDC -> new SlotSource(parts, lease);
          case POLLING -> new PollingSource(parts, lease);
        };
  }

  /** Ends the term cleanly and returns at once. */
  void end() {
    end.complete(null);
  }

  /** Whether anything went through, so that the next failure is a new one. */
  boolean relayed() {
    return source.relayed();
  }

  /**
   * Leads until {@link #end()}.
   *
   * @throws Exception what ended the term otherwise
   */
  void run() throws Exception {
    try (var producer = parts.openProducer("relay");
        var heart = new RelayHeart(lease, producer, source, parts, end::completeExceptionally);
        var refused = new RefusedEventsSender(parts)) {
      // Filling a gap waits for Kafka; a source that relays ends in order.
      end.whenComplete(
          (ended, failure) -> {
            if (!relaying) {
              producer.close();
            }
          });
      source.prepare(producer, end);
      relaying = true;
      source.relay(producer, end);
    } catch (Exception e) {
      // What follows from the end of the term is not its cause.
      if (end.isDone()) {
        end.get();
        return;
      }
      throw e;
    }
  }
}
