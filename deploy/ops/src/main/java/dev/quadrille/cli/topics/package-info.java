/** Reading topics without being noticed: in no group, committing nothing. */
@NullMarked
package dev.quadrille.cli.topics;

import org.jspecify.annotations.NullMarked;
