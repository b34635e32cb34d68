package dev.quadrille.outbox;

import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * An event on its way out.
 *
 * @param event the fact
 * @param causationId the id of the event that it follows from; null where a person or a clock was
 *     the cause
 * @param traceparent W3C trace context; null if there is none
 */
public record Outgoing(
    SpecificRecord event, @Nullable UUID causationId, @Nullable String traceparent) {}
