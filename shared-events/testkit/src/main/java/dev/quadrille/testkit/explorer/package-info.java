/**
 * Walks the real handlers of all services over every interleaving of one order's events. Start
 * reading at {@link dev.quadrille.testkit.explorer.Explorer}.
 */
@NullMarked
package dev.quadrille.testkit.explorer;

import org.jspecify.annotations.NullMarked;
