package dev.quadrille.testkit.explorer;

/** What can be wrong with a dance. */
public enum Kind {
  /** Nothing is under way any more, and the order has not ended. */
  STUCK,
  /** A move that must never happen: out of a terminal state, or to an end that came too soon. */
  WRONG_MOVE,
  /** Money, stock or what the customer was told contradicts the states. */
  CONTRADICTION,
  /** Money or goods moved in the same way twice. */
  TWICE,
  /** A replay after the end changed something or told something. */
  NOISE,
  /** A handler or a command broke. */
  BROKEN,
  /** An event found no aggregate that it could be about. */
  TOO_EARLY
}
