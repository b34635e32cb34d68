/** Events once more: what would come of it, and sending them. */
@NullMarked
package dev.quadrille.cli.replay;

import org.jspecify.annotations.NullMarked;
