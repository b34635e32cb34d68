package dev.quadrille.cli.bench;

/**
 * What came of one rate, held for a while.
 *
 * @param rate arrivals a second
 * @param seconds how long orders arrived
 * @param arrivals how many did
 * @param refusals how many of them got no 202
 * @param confirmed how many sagas ended well, until none was in flight
 * @param completedInTime how many sagas had ended when the last order arrived
 * @param inFlightHalfway sagas in flight in the middle of that time
 * @param inFlightAtEnd sagas in flight at its end
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
    long completedInTime,
    long inFlightHalfway,
    long inFlightAtEnd,
    Latency post,
    Latency saga,
    Latency outboxToTopic,
    Latency topicToHandled,
    Cost cost) {
  private static final double KEPT_UP = 0.95;

  // What may lie between two looks at an even stream, as a share of a second's arrivals.
  private static final double RIPPLE = 0.25;

  /** Sagas that ended a second while orders arrived. */
  double completedPerSecond() {
    return completedInTime / seconds;
  }

  /** Whether completions kept up with arrivals and what was in flight did not grow. */
  boolean isSustained() {
    return refusals == 0
        && completedInTime >= KEPT_UP * arrivals
        && inFlightAtEnd - inFlightHalfway <= RIPPLE * rate;
  }
}
