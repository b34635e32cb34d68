/**
 * What crosses the wire: facts as Avro records, the catalogue that says where each travels, and
 * header names.
 */
@NullMarked
package dev.quadrille.contracts;

import org.jspecify.annotations.NullMarked;
