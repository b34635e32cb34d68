package dev.quadrille.inbox;

/** What claiming an event found. */
public enum ClaimOutcome {
  /** Nobody handled it before: handle it, in this transaction. */
  FRESH,
  /** It had its effect already. */
  DUPLICATE,
  /** Its id had its effect already, with other content: somebody lies or reuses ids. */
  CONTRADICTION
}
