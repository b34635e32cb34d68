/** The endpoints that people on call use. */
@NullMarked
package dev.quadrille.ops;

import org.jspecify.annotations.NullMarked;
