package dev.quadrille.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.CancellationReason;
import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.contracts.OrderRefundRequested;
import dev.quadrille.contracts.RefundReason;
import dev.quadrille.handling.DeliveredBatch;
import dev.quadrille.inventory.application.ReceiveStock;
import dev.quadrille.inventory.domain.ReservationState;
import dev.quadrille.testkit.AtOnce;
import dev.quadrille.testkit.OtherTransaction;
import dev.quadrille.testkit.Race;
import dev.quadrille.testkit.RaceContract;
import dev.quadrille.testkit.RunningService;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Inventory on PostgreSQL, where transactions meet. */
class StockRacesIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static RunningService service;

  @BeforeAll
  static void start() {
    service = RunningService.start(InventoryApplication.class, "inventory");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Nested
  class OfOneOrder extends RaceContract {

    @Override
    protected RunningService service() {
      return service;
    }

    @Override
    protected String table() {
      return "reservation";
    }

    @Override
    protected void open(UUID order) {
      receive(order.toString(), 5);
    }

    // OrderConfirmed follows from the reservation, so that OrderPlaced was handled before it.
    @Override
    protected Stream<Race> races() {
      return Stream.of(
          Race.between(OfOneOrder::placed, OfOneOrder::placed, "RESERVED, 1 of 5"),
          Race.between(
              OfOneOrder::placed, OfOneOrder::cancelled, "RELEASED, 0 of 5", "FENCED, 0 of 5"),
          Race.between(
              OfOneOrder::placed, OfOneOrder::refunded, "RELEASED, 0 of 5", "FENCED, 0 of 5"),
          Race.between(OfOneOrder::cancelled, OfOneOrder::cancelled, "FENCED, 0 of 5"),
          Race.between(OfOneOrder::cancelled, OfOneOrder::refunded, "FENCED, 0 of 5"),
          Race.between(OfOneOrder::refunded, OfOneOrder::refunded, "FENCED, 0 of 5"),
          Race.between(OfOneOrder::placed, OfOneOrder::confirmed, "COMMITTED, 0 of 4")
              .after(OfOneOrder::placed),
          Race.between(OfOneOrder::confirmed, OfOneOrder::confirmed, "COMMITTED, 0 of 4")
              .after(OfOneOrder::placed),
          Race.between(
                  OfOneOrder::confirmed,
                  OfOneOrder::refunded,
                  "RESTOCKED, 0 of 5",
                  "RELEASED, 0 of 5")
              .after(OfOneOrder::placed),
          // A confirmed order is never cancelled by order itself: somebody forged one of the two.
          Race.between(
                  OfOneOrder::confirmed,
                  OfOneOrder::cancelled,
                  "COMMITTED, 0 of 4",
                  "RELEASED, 0 of 5")
              .after(OfOneOrder::placed),
          Race.between(OfOneOrder::cancelled, OfOneOrder::refunded, "RELEASED, 0 of 5")
              .after(OfOneOrder::placed),
          Race.between(OfOneOrder::refunded, OfOneOrder::refunded, "RESTOCKED, 0 of 5")
              .after(OfOneOrder::placed, OfOneOrder::confirmed));
    }

    @Override
    protected String end(UUID order) {
      var state =
          service
              .database()
              .ask("SELECT state FROM reservation WHERE order_id = '%s'".formatted(order));
      return state(ReservationState.values(), state) + ", " + stock(order.toString());
    }

    private static OrderPlaced placed(UUID order) {
      return StockRacesIT.placed(order, order.toString());
    }

    private static OrderConfirmed confirmed(UUID order) {
      return new OrderConfirmed(order, "c", "n", "EUR", 0L, NOW);
    }

    private static OrderCancellationRequested cancelled(UUID order) {
      return new OrderCancellationRequested(order, CancellationReason.CUSTOMER, NOW);
    }

    private static OrderRefundRequested refunded(UUID order) {
      return new OrderRefundRequested(order, RefundReason.CUSTOMER, NOW);
    }
  }

  @Nested
  class OfManyOrders {
    private final List<String> skus =
        Stream.of("a", "b", "c").map(sku -> sku + " " + UUID.randomUUID()).toList();

    @Test
    void neverDeadlocksThoughTheirLinesAreInOppositeOrders() {
      skus.forEach(sku -> receive(sku, 1_000));
      var failuresBefore = service.failures("TRANSIENT");
      var there = Stream.generate(UUID::randomUUID).limit(200).toList();
      var back = Stream.generate(UUID::randomUUID).limit(200).toList();
      var work = new ArrayList<Runnable>();
      for (var i = 0; i < there.size(); i += 4) {
        work.add(delivery(there.subList(i, i + 4).stream().map(this::forwards)));
        work.add(delivery(back.subList(i, i + 4).stream().map(this::backwards)));
        work.add(delivery(there.subList(i, i + 4).stream().map(OfOneOrder::cancelled)));
      }
      AtOnce.run(work);

      assertThat(skus).extracting(StockRacesIT::stock).containsOnly("200 of 1000");
      assertThat(service.failures("TRANSIENT")).isEqualTo(failuresBefore);
    }

    @Test
    void runAgainWhenADeadlockEndsThem() {
      skus.forEach(sku -> receive(sku, 10));
      var failuresBefore = service.failures("TRANSIENT");
      var order = UUID.randomUUID();
      try (var other = OtherTransaction.on(service.database())) {
        // It looks for deadlocks later than the batch does, so that the batch is ended.
        other.execute("SET LOCAL deadlock_timeout = '10s'").execute(lock(skus.get(2)));
        service.tell(backwards(order));
        other.awaitWaiting(1);
        other.execute(lock(skus.get(0)));
      }
      await().until(() -> answers(order).equals("StockReserved"));

      assertThat(service.failures("TRANSIENT")).as("ended").isGreaterThan(failuresBefore);
      assertThat(skus).extracting(StockRacesIT::stock).containsOnly("1 of 10");
      assertThat(service.database().ask("SELECT count(*) FROM parked_events")).isEqualTo("0");
    }

    private OrderPlaced forwards(UUID order) {
      return placed(order, skus.get(0), skus.get(1), skus.get(2));
    }

    private OrderPlaced backwards(UUID order) {
      return placed(order, skus.get(2), skus.get(1), skus.get(0));
    }

    private Runnable delivery(Stream<? extends SpecificRecord> events) {
      var batch = events.toList();
      return () -> DeliveredBatch.deliver(service, batch);
    }

    private static String lock(String sku) {
      return "SELECT FROM stock WHERE sku = '%s' FOR UPDATE".formatted(sku);
    }

    private static String answers(UUID order) {
      return service
          .database()
          .ask(
              """
              SELECT coalesce(string_agg(regexp_replace(event_type, '.*\\.', ''), ' '), '')
              FROM outbox WHERE aggregate_id = '%s' AND event_type NOT LIKE '%%OrderPlaced'
              """
                  .formatted(order));
    }
  }

  private static OrderPlaced placed(UUID order, String... skus) {
    var lines = Stream.of(skus).map(sku -> new OrderLine(sku, 1, 0L)).toList();
    return new OrderPlaced(order, "m", "n", "c", "EUR", 0L, lines, NOW, NOW);
  }

  private static void receive(String sku, long units) {
    service.bean(ReceiveStock.class).receive(sku, units);
  }

  private static String stock(String sku) {
    return service
        .database()
        .ask("SELECT reserved || ' of ' || on_hand FROM stock WHERE sku = '%s'".formatted(sku));
  }
}
