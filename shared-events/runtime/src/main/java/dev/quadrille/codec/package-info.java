/**
 * Between events and the registry's wire format. The only place that sees Avro's encoders and the
 * schema registry.
 */
@NullMarked
package dev.quadrille.codec;

import org.jspecify.annotations.NullMarked;
