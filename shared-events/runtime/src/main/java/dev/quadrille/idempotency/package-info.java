/** A POST has its effect once, however often it comes: {@code Idempotency-Key} over HTTP. */
@NullMarked
package dev.quadrille.idempotency;

import org.jspecify.annotations.NullMarked;
