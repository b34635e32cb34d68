/**
 * The frame of the command line, and the commands that start, watch and stop the system on this
 * machine.
 */
@NullMarked
package dev.quadrille.cli;

import org.jspecify.annotations.NullMarked;
