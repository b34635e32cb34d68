/** Measures what things cost. */
@NullMarked
package dev.quadrille.cli.bench;

import org.jspecify.annotations.NullMarked;
