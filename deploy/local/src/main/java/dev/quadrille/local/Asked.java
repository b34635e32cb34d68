package dev.quadrille.local;

import dev.quadrille.state.MoveOutcome;
import org.jspecify.annotations.Nullable;

/**
 * A move that was asked for.
 *
 * @param from the name of the state before; null for a new aggregate
 * @param to the name of the state after
 */
public record Asked(
    String machine, String move, @Nullable String from, String to, MoveOutcome outcome) {}
