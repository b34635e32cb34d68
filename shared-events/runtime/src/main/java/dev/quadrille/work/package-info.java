/**
 * Work that leaves the database and must not be done twice: claimed under a lease, then settled.
 */
@NullMarked
package dev.quadrille.work;

import org.jspecify.annotations.NullMarked;
