package dev.quadrille.cli.sandbox;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What an event says of an order's row.
 *
 * @param part which of the order's rows; empty if it has one
 * @param rank facts of a higher one come later, in whatever order they are read
 * @param state the state's number
 * @param amountMinor null if the event does not say
 * @param currency null if the event does not say
 * @param goods units by SKU, a JSON object; null if the event does not say
 */
record Fact(
    UUID order,
    String part,
    int rank,
    int state,
    @Nullable Long amountMinor,
    @Nullable String currency,
    @Nullable String goods) {}
