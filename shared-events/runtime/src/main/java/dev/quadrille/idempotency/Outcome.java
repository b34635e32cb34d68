package dev.quadrille.idempotency;

import java.util.Locale;

/** What became of a request under a key. */
enum Outcome {
  /** It was executed and its answer is stored. */
  FIRST,
  /** It was executed in vain: nothing is stored and the same again is executed. */
  UNSTORED,
  /** It was executed before and gets the same answer. */
  REPLAYED,
  /** The same is being executed. */
  IN_FLIGHT,
  /** Its key belongs to another request. */
  MISMATCH,
  /** Its key or its body is none. */
  INVALID;

  /** As metrics call it. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
