package dev.quadrille.idempotency;

import java.util.Optional;

/**
 * Sees to it that double clicks do not reach the database. Never the source of truth: it may let
 * through whatever it likes.
 */
interface Front {
  /** Lets everything through. */
  Front NONE = request -> Optional.of(() -> {});

  /**
   * Lets a request through unless the same key went through a moment ago.
   *
   * @return to be told when the request is completed; empty if it is held back
   */
  Optional<Pass> enter(KeyedRequest request);

  /** A request that was let through. */
  interface Pass {
    /** The same key may come again. */
    void completed();
  }
}
