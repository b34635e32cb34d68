/** Traces of events: from the request to the last handler, over outbox, relay and Kafka. */
@NullMarked
package dev.quadrille.tracing;

import org.jspecify.annotations.NullMarked;
