/** Waiting for what does not tell when it is done. */
@NullMarked
package dev.quadrille.cli.waiting;

import org.jspecify.annotations.NullMarked;
