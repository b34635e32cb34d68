package dev.quadrille.relay;

/**
 * Kafka does not take a row, for a reason that lies in that row alone.
 *
 * @param reason what Kafka says; nothing of the row's content
 */
record Refusal(OutboxRow row, String reason) {}
