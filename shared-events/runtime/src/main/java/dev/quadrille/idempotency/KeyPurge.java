package dev.quadrille.idempotency;

/** Forgets keys whose time is over, a few at a time: no statement of it takes long. */
final class KeyPurge {
  private final Keys keys;
  private final int batch;
  private final IdempotencyMetrics metrics;

  KeyPurge(Keys keys, int batch, IdempotencyMetrics metrics) {
    this.keys = keys;
    this.batch = batch;
    this.metrics = metrics;
  }

  /** One batch after the other until there is nothing left, and no further if it is interrupted. */
  void round() {
    int purged;
    do {
      purged = keys.purge(batch);
      metrics.purged(purged, keys.secondsOfOldestClaim());
    } while (purged == batch && !Thread.currentThread().isInterrupted());
  }
}
