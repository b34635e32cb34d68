/** Many rows in one statement. */
@NullMarked
package dev.quadrille.jdbc;

import org.jspecify.annotations.NullMarked;
