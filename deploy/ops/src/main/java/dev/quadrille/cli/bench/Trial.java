package dev.quadrille.cli.bench;

/**
 * What came of one rate, held for a while.
 *
 * @param rate arrivals a second
 * @param seconds how long orders arrived
 * @param arrivals how many did
 * @param refusals how many of them got no 202
 * @param confirmed how many sagas ended well, until none was in flight
 * @param halfway how it stood in the middle of that time
 * @param atEnd how it stood at its end
 * @param post from the time at which an order was meant to be sent to its answer
 * @param saga from there until a topic told how the order ended
 * @param outboxToTopic how late events were on their topic
 * @param topicToHandled how late inventory handled what starts a saga
 * @param cost of one saga
 */
record Trial(
    double rate,
    double seconds,
    long arrivals,
    long refusals,
    long confirmed,
    Standing halfway,
    Standing atEnd,
    Latency post,
    Latency saga,
    Latency outboxToTopic,
    Latency topicToHandled,
    Cost cost) {
  // Less is the unrest of an even stream, of which batches end: as a share of what arrives in the
  // second half, and in sagas.
  private static final double GROWTH = 0.05;
  private static final long UNREST = 10;

  /** Sagas that ended a second, in the second half: those of the first may be those before it. */
  double completedPerSecond() {
    return (atEnd.completed - halfway.completed) / (seconds / 2);
  }

  /**
   * Whether no order was refused and what was in flight did not grow from the middle to the end, so
   * that completions kept up with arrivals, however long each took.
   */
  boolean isSustained() {
    var growth = atEnd.inFlight - halfway.inFlight;
    return refusals == 0 && growth <= Math.max(UNREST, GROWTH * arrivals / 2);
  }

  /**
   * How it stands at a moment.
   *
   * @param completed sagas that have ended
   * @param inFlight sagas that have begun and not ended
   */
  record Standing(long completed, long inFlight) {}
}
