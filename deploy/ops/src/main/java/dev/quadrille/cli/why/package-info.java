/** Why an order is where it is: who owes it what, what is in the way, and what helps. */
@NullMarked
package dev.quadrille.cli.why;

import org.jspecify.annotations.NullMarked;
