/** The rules of where a line lives and what it may touch. */
@NullMarked
package dev.quadrille.testkit.architecture;

import org.jspecify.annotations.NullMarked;
