package dev.quadrille.handling;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which parked events are looked for; what is null does not matter.
 *
 * @param type the type, with or without its namespace
 * @param orderId the order they are about
 */
public record ParkedFilter(
    State state, @Nullable ParkingReason reason, @Nullable String type, @Nullable UUID orderId) {

  /** How far they are. */
  public enum State {
    /** Not settled. */
    OPEN("settled_at IS NULL"),
    /** Attempted again by themselves. */
    DUE("settled_at IS NULL AND next_attempt_at IS NOT NULL"),
    /** Not attempted any more unless a person says so. */
    WAITING("settled_at IS NULL AND next_attempt_at IS NULL"),
    /** Handled at last, or discarded. */
    SETTLED("settled_at IS NOT NULL");

    private final String condition;

    State(String condition) {
      this.condition = condition;
    }

    String condition() {
      return condition;
    }
  }
}
