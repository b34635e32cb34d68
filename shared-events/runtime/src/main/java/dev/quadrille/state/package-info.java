/** State machines whose moves are named, guarded and journalled; refusals as values. Plain Java. */
@NullMarked
package dev.quadrille.state;

import org.jspecify.annotations.NullMarked;
