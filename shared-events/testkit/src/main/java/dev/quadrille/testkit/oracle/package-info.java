/**
 * The oracle: whether money, stock, orders and events of a system agree. It reads and never writes.
 */
@NullMarked
package dev.quadrille.testkit.oracle;

import org.jspecify.annotations.NullMarked;
