package dev.quadrille.ops;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.UUID;

/**
 * Where a list of stuck aggregates is read on.
 *
 * @param since when the last one seen came to its state
 * @param aggregateId the last one seen
 */
record StuckCursor(Instant since, UUID aggregateId) {
  static final StuckCursor START = new StuckCursor(Instant.EPOCH, new UUID(0, 0));
  private static final String SEPARATOR = "_";

  static StuckCursor after(StuckAggregate stuck) {
    return new StuckCursor(stuck.since(), stuck.aggregateId());
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws RuntimeException if it did not write that
   */
  static StuckCursor parse(String text) {
    var parts = text.split(SEPARATOR, 2);
    return new StuckCursor(Instant.parse(parts[0]), UUID.fromString(parts[1]));
  }

  @Override
  @JsonValue
  public String toString() {
    return since + SEPARATOR + aggregateId;
  }
}
