package dev.quadrille.order.application;

import static dev.quadrille.order.domain.OrderMove.MONEY_BACK;
import static dev.quadrille.order.domain.OrderMove.STOCK_BACK;
import static dev.quadrille.order.domain.OrderState.CANCELLING;
import static dev.quadrille.order.domain.OrderState.PLACED;
import static dev.quadrille.order.domain.OrderState.REFUNDING;

import dev.quadrille.contracts.AccountDebited;
import dev.quadrille.contracts.DebitRejected;
import dev.quadrille.contracts.PaymentReversed;
import dev.quadrille.contracts.StockRejected;
import dev.quadrille.contracts.StockReleased;
import dev.quadrille.contracts.StockReserved;
import dev.quadrille.order.domain.Order;
import dev.quadrille.order.domain.OrderState;
import dev.quadrille.state.Debt;
import dev.quadrille.state.IntermediateStates;

/** Who owes an order the next event, while it is undecided or being undone. */
public final class OrderDebts {

  private OrderDebts() {}

  /** All that an order waits for. */
  public static IntermediateStates<OrderState> debts() {
    var stock = Debt.of("inventory", StockReleased.class).until(STOCK_BACK);
    var money = Debt.of("account", PaymentReversed.class).until(MONEY_BACK);
    // Order does not hear of StockReserved, so it cannot tell which of the two it waits for.
    var held = Debt.of("inventory", StockReserved.class, StockRejected.class);
    var paid = Debt.of("account", AccountDebited.class, DebitRejected.class);
    return IntermediateStates.of(Order.MACHINE, "orders", "id")
        .and(PLACED, held, paid.once("stock is reserved"))
        .and(CANCELLING, stock, money)
        .and(REFUNDING, stock, money);
  }
}
