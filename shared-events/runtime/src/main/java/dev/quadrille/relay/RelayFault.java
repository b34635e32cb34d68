package dev.quadrille.relay;

import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that a relay is to do wrong, for tests of a whole system.
 *
 * @param name what distinguishes it from the others of its plan
 * @param share of the events, above 0 and at most 1
 * @param types simple names of types, such as {@code OrderPlaced}; empty: all
 * @param order the only order whose events it strikes; null: all
 * @param millis how long an event is held at most
 */
public record RelayFault(
    String name, Kind kind, double share, Set<String> types, @Nullable UUID order, long millis) {

  /** Checks the numbers. */
  public RelayFault {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("the share is above 0 and at most 1");
    }
    if (millis < 0) {
      throw new IllegalArgumentException("the time is at least 0");
    }
    types = types == null ? Set.of() : Set.copyOf(types);
  }

  boolean concerns(OutboxRow row) {
    return (order == null || order.toString().equals(row.aggregateId()))
        && (types.isEmpty() || types.contains(simpleName(row)));
  }

  static String simpleName(OutboxRow row) {
    return row.eventType().substring(row.eventType().lastIndexOf('.') + 1);
  }

  /** What a relay can do wrong. */
  public enum Kind {
    /** The event does not reach its topic; its row stays in the outbox. */
    DROP,
    /** The event is held for a time. */
    DELAY,
    /** Up to five later events of the service go first. */
    REORDER,
    /** The event is sent twice, as by two relays. */
    DOUBLE_RELAY;

    /** Whether the event waits in the relay's memory. */
    boolean holds() {
      return this == DELAY || this == REORDER;
    }
  }
}
