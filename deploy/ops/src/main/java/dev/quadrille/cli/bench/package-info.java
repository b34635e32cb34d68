/**
 * Measures what things cost. Of sagas: {@link dev.quadrille.cli.bench.SagaBench} starts a system
 * and says what is measured one after the other, a {@code Session} warms the services up and finds
 * their highest rate, {@code Load} holds one rate and tells what came of it.
 */
@NullMarked
package dev.quadrille.cli.bench;

import org.jspecify.annotations.NullMarked;
