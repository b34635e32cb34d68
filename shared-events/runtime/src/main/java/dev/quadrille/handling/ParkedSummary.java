package dev.quadrille.handling;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A parked event without its content.
 *
 * @param id its number in this service
 * @param lane the lane it came by
 * @param topic where it stood, as what follows
 * @param orderId the order it is about; null if its key is no order's
 * @param eventId its id; null if it names none, or several
 * @param eventType its type; null if it names none that is known
 * @param reason why it could not be handled
 * @param detail what exactly, after the last attempt; no personal data
 * @param attempts how often it was attempted
 * @param nextAttemptAt when it is attempted again; null if it waits for a person, or is settled
 * @param settledAt since when it is parked no more; null while it is
 * @param settlement what became of it; null while it is parked
 */
public record ParkedSummary(
    long id,
    String lane,
    String topic,
    int partition,
    long offset,
    @Nullable UUID orderId,
    @Nullable UUID eventId,
    @Nullable String eventType,
    ParkingReason reason,
    String detail,
    int attempts,
    @Nullable Instant nextAttemptAt,
    Instant parkedAt,
    @Nullable Instant settledAt,
    @Nullable Settlement settlement) {}
