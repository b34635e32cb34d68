package dev.quadrille.testkit.explorer;

import java.util.List;

/**
 * Something that can happen next.
 *
 * @param name a line of a trace
 * @param cause why it happens
 * @param next what it leads to
 * @param troubles what goes wrong with it
 */
record Step(String name, Cause cause, Moment next, List<Trouble> troubles) {

  /** Why a step happens. */
  enum Cause {
    /** It has to, sooner or later. */
    DUE,
    /** Somebody wishes it. */
    WISHED,
    /** A delivery is repeated, and no inbox notices. */
    REPLAYED
  }
}
