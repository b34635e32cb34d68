package dev.quadrille.idempotency;

/** How it is seen to that a request has its effect once. */
interface Mode {

  /**
   * Has a request answered, by its handler or otherwise.
   *
   * @throws RuntimeException if nothing was done
   */
  Reply answer(KeyedRequest request, Exchange exchange);
}
