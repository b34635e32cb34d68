package dev.quadrille.account.domain;

import static dev.quadrille.account.domain.PaymentState.DEBITED;
import static dev.quadrille.account.domain.PaymentState.FENCED;
import static dev.quadrille.account.domain.PaymentState.IN_SUSPENSE;
import static dev.quadrille.account.domain.PaymentState.REJECTED;
import static dev.quadrille.account.domain.PaymentState.REVERSED;

import dev.quadrille.state.Transition;
import java.util.Map;

/** The moves of a payment. */
public enum PaymentMove implements Transition<PaymentState> {
  /** The order is undone: the customer gets the money back. */
  REVERSE(DEBITED, REVERSED),
  /** The order is undone and nothing was taken: nothing ever will be. */
  CLOSE(REJECTED, FENCED),
  /** The order is undone and the customer's account takes no money. */
  SUSPEND(DEBITED, IN_SUSPENSE),
  /** A person has decided where the money goes. */
  RESOLVE(IN_SUSPENSE, REVERSED);

  private final Map<PaymentState, PaymentState> edges;

  PaymentMove(PaymentState from, PaymentState to) {
    this.edges = Map.of(from, to);
  }

  @Override
  public Map<PaymentState, PaymentState> edges() {
    return edges;
  }
}
