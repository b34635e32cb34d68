/** Breaking a test system on purpose, by a plan, and telling what became of it. */
@NullMarked
package dev.quadrille.cli.inject;

import org.jspecify.annotations.NullMarked;
