/** A window of topics in one file, and back from it into a system that is there to be tried. */
@NullMarked
package dev.quadrille.cli.archive;

import org.jspecify.annotations.NullMarked;
