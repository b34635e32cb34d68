package dev.quadrille.idempotency;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a handler that must leave the transaction because it calls another system. Its key is
 * claimed, and that is committed, before the handler runs; the claim is renewed while it runs. If
 * its process dies, the claim ends and the next request under the key runs the handler again: an
 * argument of type {@link Execution} tells it so.
 *
 * <p>Without it a handler runs within the transaction that also stores its answer.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Leased {}
