package dev.quadrille.inbox;

import java.util.UUID;

/**
 * An event that wants to have its effect.
 *
 * @param eventId the event's id
 * @param digest SHA-256 of its content; the same id must always come with the same digest
 */
public record Claim(UUID eventId, byte[] digest) {}
