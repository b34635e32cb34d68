package dev.quadrille.account.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.time.Instant;
import java.util.UUID;

/**
 * A refund that an account did not take.
 *
 * @param accountId whose refund
 * @param amountMinor how much, in minor units
 * @param currency ISO 4217 code
 * @param reason why it was not taken
 * @param openedAt when
 */
@Embeddable
public record Suspension(
    @Column(updatable = false) UUID accountId,
    @Column(updatable = false) long amountMinor,
    @Column(updatable = false) String currency,
    @Column(updatable = false) @Enumerated(EnumType.STRING) CreditRefusal reason,
    @Column(updatable = false) Instant openedAt) {}
