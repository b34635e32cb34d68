package dev.quadrille.handling;

/** What became of an event that is parked no more. */
public enum Settlement {
  /** It had its effect. */
  HANDLED,
  /** It turned out to have had its effect already. */
  DUPLICATE,
  /** Nothing follows from it here any more. */
  SKIPPED,
  /** A person decided that it never has its effect. */
  DISCARDED
}
