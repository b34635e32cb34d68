package dev.quadrille.testkit.oracle;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the headers of a record say, and where it stands.
 *
 * @param id the event's id; null if there is none, or no valid one
 * @param type the simple name of its type; empty if it has none
 * @param key the order's id as text; empty if it has none
 * @param emittedAt when it was written to its outbox; null if it does not say
 * @param storedAt when the broker or the producer stamped it
 * @param causationId the event that it follows from; null if none
 * @param replayed whether a person emitted it
 */
public record TopicRecord(
    String topic,
    int partition,
    long offset,
    @Nullable UUID id,
    String type,
    String key,
    @Nullable Instant emittedAt,
    Instant storedAt,
    @Nullable UUID causationId,
    boolean replayed) {}
