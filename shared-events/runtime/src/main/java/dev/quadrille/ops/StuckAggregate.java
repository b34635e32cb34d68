package dev.quadrille.ops;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * An aggregate that has been in an intermediate state for too long, or an event that has waited for
 * its aggregate for too long.
 *
 * @param aggregateId the aggregate; of an event, its own id
 * @param since when it came to the state; database time
 * @param ageSeconds how long ago that is
 * @param owed all that is outstanding, as far as this service can know
 */
record StuckAggregate(
    UUID aggregateId,
    UUID orderId,
    String machine,
    String state,
    Instant since,
    long ageSeconds,
    List<Owed> owed) {

  /**
   * What ends the state.
   *
   * @param by a service's name, or other words for people and systems
   */
  record Owed(String by, String what) {}
}
