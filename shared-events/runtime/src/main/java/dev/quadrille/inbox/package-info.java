/** Claims events, so that each has its effect once. */
@NullMarked
package dev.quadrille.inbox;

import org.jspecify.annotations.NullMarked;
