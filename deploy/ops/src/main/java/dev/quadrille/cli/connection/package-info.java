/** The system that commands talk to: how it is described, and how it is reached. */
@NullMarked
package dev.quadrille.cli.connection;

import org.jspecify.annotations.NullMarked;
