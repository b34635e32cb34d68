package dev.quadrille.account.application;

import static dev.quadrille.account.domain.PaymentState.IN_SUSPENSE;
import static dev.quadrille.account.domain.PaymentState.REJECTED;

import dev.quadrille.account.domain.Payment;
import dev.quadrille.account.domain.PaymentState;
import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.state.Debt;
import dev.quadrille.state.IntermediateStates;

/** Who owes a payment the next step. DEBITED is where the payment of a good order rests. */
public final class PaymentDebts {

  private PaymentDebts() {}

  /** All that a payment waits for. */
  public static IntermediateStates<PaymentState> debts() {
    return IntermediateStates.of(Payment.MACHINE, "payment", "order_id")
        .and(REJECTED, Debt.of("order", OrderCancellationRequested.class))
        .and(IN_SUSPENSE, Debt.of("a person", "POST /ops/cases/{id}/resolve"));
  }
}
