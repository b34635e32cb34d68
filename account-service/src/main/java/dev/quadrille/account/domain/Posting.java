package dev.quadrille.account.domain;

import jakarta.persistence.Embeddable;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A movement of money: what its entries share. They sum to zero.
 *
 * @param postingId its id
 * @param currency ISO 4217 code
 * @param orderId the order that it is about; null for a deposit
 * @param eventId the event or command that it is due to; null for a deposit
 * @param at when
 */
@Embeddable
public record Posting(
    UUID postingId, String currency, @Nullable UUID orderId, @Nullable UUID eventId, Instant at) {}
