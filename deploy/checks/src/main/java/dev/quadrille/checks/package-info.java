/** What is deployed, read and checked without a cluster. */
@NullMarked
package dev.quadrille.checks;

import org.jspecify.annotations.NullMarked;
