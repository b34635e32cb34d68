/** Many rows in one statement, and how to log on to the database. */
@NullMarked
package dev.quadrille.jdbc;

import org.jspecify.annotations.NullMarked;
