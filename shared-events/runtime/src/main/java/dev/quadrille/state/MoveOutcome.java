package dev.quadrille.state;

/** What asking for a move found. Each is counted; none is an error. */
public enum MoveOutcome {
  /** The state moved. Act, and tell the others. */
  APPLIED,
  /** The state was there already, or past it. A repeat: do nothing. */
  DUPLICATE,
  /** Another branch won. Do nothing. */
  TOO_LATE;

  /** Whether the state moved now. */
  public boolean applied() {
    return this == APPLIED;
  }
}
