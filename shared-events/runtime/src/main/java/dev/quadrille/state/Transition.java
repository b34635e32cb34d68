package dev.quadrille.state;

import java.util.Map;

/**
 * A named, legal move between states. One enum for each machine implements it.
 *
 * @param <S> the states
 */
public interface Transition<S extends Enum<S> & State> {

  /** Where the move leads, by where it starts. */
  Map<S, S> edges();

  /** The name in the journal and in metrics: an imperative. */
  String name();
}
