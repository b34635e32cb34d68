package dev.quadrille.cli.bench;

/**
 * How long a backlog took.
 *
 * @param orders how many were placed while inventory held its forward lane
 * @param seconds from letting it go until the last saga had ended
 */
record Drain(int orders, double seconds) {}
