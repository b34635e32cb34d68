/** The whole system on one machine: the parts it stands on, embedded, and the four services. */
@NullMarked
package dev.quadrille.local;

import org.jspecify.annotations.NullMarked;
