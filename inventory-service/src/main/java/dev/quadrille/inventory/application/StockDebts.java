package dev.quadrille.inventory.application;

import static dev.quadrille.inventory.domain.ReservationState.REJECTED;
import static dev.quadrille.inventory.domain.ReservationState.RESERVED;

import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.inventory.domain.Reservation;
import dev.quadrille.inventory.domain.ReservationState;
import dev.quadrille.state.Debt;
import dev.quadrille.state.IntermediateStates;

/** Who owes a reservation the next event, while the outcome of its order is not known here. */
public final class StockDebts {

  private StockDebts() {}

  /** All that a reservation waits for. */
  public static IntermediateStates<ReservationState> debts() {
    return IntermediateStates.of(Reservation.MACHINE, "reservation", "order_id")
        .and(RESERVED, Debt.of("order", OrderConfirmed.class, OrderCancellationRequested.class))
        .and(REJECTED, Debt.of("order", OrderCancellationRequested.class));
  }
}
