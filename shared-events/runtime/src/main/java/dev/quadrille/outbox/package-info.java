/** Appends events to the caller's transaction; the relay carries them on. */
@NullMarked
package dev.quadrille.outbox;

import org.jspecify.annotations.NullMarked;
