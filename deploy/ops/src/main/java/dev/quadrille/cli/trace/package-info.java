/** Everything about one order: found, put in order, and drawn. */
@NullMarked
package dev.quadrille.cli.trace;

import org.jspecify.annotations.NullMarked;
