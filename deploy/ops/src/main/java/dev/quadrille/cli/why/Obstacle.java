package dev.quadrille.cli.why;

import org.jspecify.annotations.Nullable;

/**
 * Something that is in an order's way.
 *
 * @param what in words
 * @param command what helps, to be typed; null if only time does, or nobody knows
 * @param inTheWay whether the order, or whoever should hear of it, waits for this
 */
record Obstacle(String what, @Nullable String command, boolean inTheWay) {

  static Obstacle of(String what, @Nullable String command) {
    return new Obstacle(what, command, true);
  }

  /** Something wrong that holds nobody up. */
  static Obstacle beside(String what, @Nullable String command) {
    return new Obstacle(what, command, false);
  }
}
