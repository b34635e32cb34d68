package dev.quadrille.tracing;

/**
 * What a span says of its event: nothing personal.
 *
 * @param type its full name
 * @param id its id
 */
public record TracedEvent(String type, String topic, String id) {}
