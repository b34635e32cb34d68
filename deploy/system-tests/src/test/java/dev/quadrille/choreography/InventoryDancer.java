package dev.quadrille.choreography;

import static dev.quadrille.choreography.Given.CLOCK;
import static dev.quadrille.choreography.Given.ORDER;

import dev.quadrille.handling.EventHandlers;
import dev.quadrille.inventory.application.StockHandlers;
import dev.quadrille.inventory.domain.FakeReservations;
import dev.quadrille.inventory.domain.FakeStocks;
import dev.quadrille.testkit.explorer.Dancer;
import dev.quadrille.testkit.explorer.View;
import java.util.Map;
import java.util.UUID;

/** Inventory, with some tea. */
final class InventoryDancer implements Dancer {
  private final FakeReservations reservations = new FakeReservations();
  private final FakeStocks stocks = new FakeStocks();

  InventoryDancer(long teas) {
    stocks.with("tea", teas);
  }

  @Override
  public EventHandlers<?> handlers() {
    return StockHandlers.handlers(reservations, stocks, CLOCK);
  }

  @Override
  public View view() {
    var tea = stocks.findById("tea").orElseThrow();
    var state =
        reservations.lock(new UUID[] {ORDER}).stream()
            .map(reservation -> reservation.state().name())
            .findFirst()
            .orElse(View.NOTHING);
    return View.of(state)
        .amounting(Map.of(View.ON_HAND, tea.onHand(), View.RESERVED, tea.reserved()));
  }
}
