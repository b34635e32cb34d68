package dev.quadrille.cli.trace;

import dev.quadrille.local.Participant;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of the drawing.
 *
 * @param at when it began
 * @param from whose it is
 * @param to who hears of it; null if nobody does
 * @param label what it is
 * @param detail how long each part of it took, and what is wrong with it
 */
record Step(
    Kind kind,
    Instant at,
    Participant from,
    @Nullable Participant to,
    String label,
    String detail) {

  /** What a line shows. */
  enum Kind {
    /** An event was handled, or nobody has to. */
    WELL,
    /** An aggregate moved though no event asked for it. */
    COMMAND,
    /** The same event stands on its topic again. */
    REPEATED,
    /** An event is not where it should be yet. */
    MISSING,
    /** Somebody could not handle it. */
    PARKED,
    /** Somebody could not handle it, and a person has decided that nobody does. */
    DISCARDED
  }

  /** Whether a later look may say more about it. */
  boolean open() {
    return kind == Kind.MISSING || kind == Kind.PARKED;
  }

  /** Whether it did not come to its end. */
  boolean failed() {
    return open() || kind == Kind.DISCARDED;
  }
}
