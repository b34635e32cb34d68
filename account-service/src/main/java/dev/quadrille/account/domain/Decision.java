package dev.quadrille.account.domain;

import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;

/**
 * What a person decides about a case.
 *
 * @param resolution where the money goes
 * @param resolvedBy who decides
 * @param why the reason, in the person's words
 */
@Embeddable
public record Decision(
    @Enumerated(EnumType.STRING) Resolution resolution, String resolvedBy, String why) {}
