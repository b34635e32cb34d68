/** From a batch of records to its effects in one transaction: claim, load, decide, flush. */
@NullMarked
package dev.quadrille.handling;

import org.jspecify.annotations.NullMarked;
