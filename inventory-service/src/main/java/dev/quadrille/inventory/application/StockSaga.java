package dev.quadrille.inventory.application;

import static dev.quadrille.inventory.domain.ReservationMove.CLOSE;
import static dev.quadrille.inventory.domain.ReservationMove.COMMIT;
import static dev.quadrille.inventory.domain.ReservationMove.RELEASE;
import static dev.quadrille.inventory.domain.ReservationMove.RESTOCK;
import static dev.quadrille.inventory.domain.ReservationState.COMMITTED;
import static dev.quadrille.inventory.domain.ReservationState.RESERVED;
import static java.util.stream.Collectors.summingLong;

import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.contracts.OrderRefundRequested;
import dev.quadrille.contracts.ReservedLine;
import dev.quadrille.contracts.StockCommitted;
import dev.quadrille.contracts.StockRejected;
import dev.quadrille.contracts.StockRejectionReason;
import dev.quadrille.contracts.StockReleased;
import dev.quadrille.contracts.StockReserved;
import dev.quadrille.contracts.StockSettlement;
import dev.quadrille.handling.WorkingSet;
import dev.quadrille.inventory.domain.Reservation;
import dev.quadrille.inventory.domain.ReservationMove;
import dev.quadrille.inventory.domain.Stock;
import dev.quadrille.state.Journal;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;

/** What inventory does about an order's events, over the rows that a batch has loaded. */
final class StockSaga {
  private final WorkingSet<UUID, Reservation> reservations;
  private final WorkingSet<String, Stock> stocks;
  private final Journal journal;
  private final Clock clock;

  StockSaga(
      WorkingSet<UUID, Reservation> reservations,
      WorkingSet<String, Stock> stocks,
      Journal journal,
      Clock clock) {
    this.reservations = reservations;
    this.stocks = stocks;
    this.journal = journal;
    this.clock = clock;
  }

  /** A confirmation needs what it commits; everything else finds a row or makes one. */
  boolean knows(SpecificRecord event) {
    return !(event instanceof OrderConfirmed order)
        || reservations.find(order.getOrderId()).isPresent();
  }

  /** Holds all lines or none. A fence that a compensation left here stays. */
  List<SpecificRecord> reserve(OrderPlaced order) {
    var existing = reservations.find(order.getOrderId());
    if (existing.isPresent()) {
      existing.get().createdAgain(journal);
      return List.of();
    }
    var wanted = unitsBySku(order);
    var shortOf =
        wanted.entrySet().stream()
            .filter(line -> available(line.getKey()) < line.getValue())
            .findFirst();
    return shortOf.map(line -> reject(order, line.getKey())).orElseGet(() -> hold(order, wanted));
  }

  /** The goods leave. */
  List<SpecificRecord> commit(OrderConfirmed order) {
    return reservations
        .find(order.getOrderId())
        .filter(reservation -> reservation.apply(journal, COMMIT).applied())
        .map(
            reservation -> {
              move(reservation, Stock::commit);
              return List.<SpecificRecord>of(
                  new StockCommitted(order.getOrderId(), clock.instant()));
            })
        .orElse(List.of());
  }

  /** The order is cancelled: frees what is held. */
  List<SpecificRecord> release(OrderCancellationRequested order) {
    return giveBack(order.getOrderId(), RELEASE, CLOSE);
  }

  /** The order is refunded: takes the goods back, or frees them if they have not left yet. */
  List<SpecificRecord> restock(OrderRefundRequested order) {
    return giveBack(order.getOrderId(), RELEASE, RESTOCK, CLOSE);
  }

  /** Answers exactly when the reservation closes: a repeat finds it closed and says nothing. */
  private List<SpecificRecord> giveBack(UUID orderId, ReservationMove... moves) {
    var existing = reservations.find(orderId);
    if (existing.isEmpty()) {
      reservations.add(Reservation.fenced(orderId, journal));
      return released(orderId, StockSettlement.NOTHING_HELD);
    }
    var reservation = existing.get();
    var before = reservation.state();
    if (!reservation.apply(journal, moves).applied()) {
      return List.of();
    }
    if (before == RESERVED) {
      move(reservation, Stock::release);
      return released(orderId, StockSettlement.RELEASED);
    }
    if (before == COMMITTED) {
      move(reservation, Stock::restock);
      return released(orderId, StockSettlement.RESTOCKED);
    }
    return released(orderId, StockSettlement.NOTHING_HELD);
  }

  private List<SpecificRecord> hold(OrderPlaced order, Map<String, Long> wanted) {
    var reservation = Reservation.reserved(order.getOrderId(), wanted, journal);
    reservations.add(reservation);
    move(reservation, Stock::reserve);
    var lines =
        wanted.entrySet().stream()
            .map(line -> new ReservedLine(line.getKey(), line.getValue()))
            .toList();
    return List.of(
        new StockReserved(
            order.getOrderId(),
            order.getMerchantId(),
            order.getCustomerId(),
            order.getCurrency(),
            order.getTotalMinor(),
            lines,
            clock.instant()));
  }

  private List<SpecificRecord> reject(OrderPlaced order, String sku) {
    reservations.add(Reservation.rejected(order.getOrderId(), journal));
    var reason =
        stocks.find(sku).isPresent()
            ? StockRejectionReason.INSUFFICIENT_STOCK
            : StockRejectionReason.UNKNOWN_SKU;
    return List.of(new StockRejected(order.getOrderId(), reason, sku, clock.instant()));
  }

  private List<SpecificRecord> released(UUID orderId, StockSettlement settlement) {
    return List.of(new StockReleased(orderId, settlement, clock.instant()));
  }

  private long available(String sku) {
    return stocks.find(sku).map(Stock::available).orElse(0L);
  }

  private void move(Reservation reservation, BiConsumer<Stock, Long> how) {
    reservation
        .lines()
        .forEach((sku, quantity) -> how.accept(stocks.find(sku).orElseThrow(), quantity));
  }

  /** The same SKU in several lines is one want. */
  private static Map<String, Long> unitsBySku(OrderPlaced order) {
    return order.getLines().stream()
        .collect(
            Collectors.groupingBy(
                OrderLine::getSku, TreeMap::new, summingLong(OrderLine::getQuantity)));
  }
}
