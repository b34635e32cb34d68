package dev.quadrille.inventory.application;

import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.contracts.OrderRefundRequested;
import dev.quadrille.handling.Batch;
import dev.quadrille.handling.EventHandlers;
import dev.quadrille.handling.WorkingSet;
import dev.quadrille.inventory.domain.Reservation;
import dev.quadrille.inventory.domain.Reservations;
import dev.quadrille.inventory.domain.Stock;
import dev.quadrille.inventory.domain.Stocks;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;

/** Inventory's part of the dance. */
public final class StockHandlers {

  private StockHandlers() {}

  /** Which events inventory reacts to, and how. */
  public static EventHandlers<?> handlers(Reservations reservations, Stocks stocks, Clock clock) {
    return EventHandlers.forConsumer("inventory", batch -> load(batch, reservations, stocks, clock))
        .knowing(StockSaga::knows)
        .on(OrderPlaced.class, StockSaga::reserve)
        .on(OrderConfirmed.class, StockSaga::commit)
        .on(OrderCancellationRequested.class, StockSaga::release)
        .on(OrderRefundRequested.class, StockSaga::restock)
        .build();
  }

  private static StockSaga load(
      Batch batch, Reservations reservations, Stocks stocks, Clock clock) {
    var held = reservations.lock(batch.orderIds());
    return new StockSaga(
        WorkingSet.of(held, Reservation::id, reservations::save),
        WorkingSet.of(stocks.lock(skus(batch, held)), Stock::sku, stock -> {}),
        batch.journal(),
        clock);
  }

  private static String[] skus(Batch batch, List<Reservation> held) {
    var wanted =
        batch.collect(
            OrderPlaced.class, order -> order.getLines().stream().map(OrderLine::getSku).toList());
    return Stream.concat(
            wanted.stream(),
            held.stream().flatMap(reservation -> reservation.lines().keySet().stream()))
        .distinct()
        .sorted()
        .toArray(String[]::new);
  }
}
