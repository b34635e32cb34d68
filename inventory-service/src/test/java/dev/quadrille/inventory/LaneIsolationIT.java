package dev.quadrille.inventory;

import static dev.quadrille.handling.DeliveredBatch.deliver;
import static dev.quadrille.handling.PublishedEvents.publish;
import static dev.quadrille.inventory.domain.ReservationState.COMMITTED;
import static dev.quadrille.inventory.domain.ReservationState.FENCED;
import static dev.quadrille.inventory.domain.ReservationState.RELEASED;
import static dev.quadrille.inventory.domain.ReservationState.RESERVED;
import static dev.quadrille.inventory.domain.ReservationState.RESTOCKED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.CancellationReason;
import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderConfirmed;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.contracts.OrderRefundRequested;
import dev.quadrille.contracts.RefundReason;
import dev.quadrille.handling.SharedPartitions;
import dev.quadrille.inventory.application.ReceiveStock;
import dev.quadrille.inventory.domain.ReservationState;
import dev.quadrille.testkit.RunningService;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A flood on one lane, with every thread of it and every connection of those threads hanging in the
 * database, is not felt on the other.
 */
class LaneIsolationIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final int FLOOD = 10_000;
  private static final int THREADS_OF_A_LANE = 2;
  private static final Duration SECONDS = Duration.ofSeconds(20);

  private RunningService service;
  private Connection holder;

  @BeforeEach
  void start() throws SQLException {
    service = RunningService.start(InventoryApplication.class, "inventory");
    SharedPartitions.await("inventory", THREADS_OF_A_LANE);
    service.bean(ReceiveStock.class).receive("tea", FLOOD);
    service.bean(ReceiveStock.class).receive("cup", 1_000);
    holder = service.database().connect();
    holder.setAutoCommit(false);
  }

  @AfterEach
  void stop() throws SQLException {
    holder.close();
    service.close();
  }

  @Test
  void cancellationsAndRefundsPassTenThousandOrders() throws SQLException {
    var toCancel = orders(50);
    var toRefund = orders(50);
    deliver(service, Stream.concat(toCancel.stream(), toRefund.stream()).map(cup()).toList());
    deliver(service, toRefund.stream().map(LaneIsolationIT::confirmed).toList());

    var flood = orders(FLOOD);
    hold("SELECT FROM stock WHERE sku = 'tea' FOR UPDATE");
    publish(service, flood.stream().map(order -> placed(order, "tea")).toList());
    awaitThatALaneHangs();

    publish(service, toCancel.stream().map(LaneIsolationIT::cancelled).toList());
    publish(service, toRefund.stream().map(LaneIsolationIT::refunded).toList());

    await().atMost(SECONDS).until(() -> in(RELEASED, toCancel) == toCancel.size());
    await().atMost(SECONDS).until(() -> in(RESTOCKED, toRefund) == toRefund.size());
    assertThat(in(RESERVED, flood)).as("orders that did not wait").isZero();
  }

  @Test
  void ordersPassTenThousandRefunds() throws SQLException {
    var flood = orders(FLOOD);
    hold(
        "INSERT INTO reservation SELECT id, 0, 5, '{}', '{}' FROM unnest('{%s}'::uuid[]) AS id"
            .formatted(list(flood)));
    publish(service, flood.stream().map(LaneIsolationIT::refunded).toList());
    awaitThatALaneHangs();

    var orders = orders(100);
    publish(service, orders.stream().map(cup()).toList());
    await().atMost(SECONDS).until(() -> in(RESERVED, orders) == orders.size());
    publish(service, orders.stream().map(LaneIsolationIT::confirmed).toList());
    await().atMost(SECONDS).until(() -> in(COMMITTED, orders) == orders.size());
    assertThat(in(FENCED, flood)).as("refunds that did not wait").isZero();
  }

  /** Keeps rows to itself, so that whoever wants them hangs. */
  private void hold(String sql) throws SQLException {
    try (var statement = holder.createStatement()) {
      statement.execute(sql);
    }
  }

  private void awaitThatALaneHangs() {
    await("every thread of the lane hangs")
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                Integer.parseInt(
                        service
                            .database()
                            .ask(
                                """
                                SELECT count(*) FROM pg_stat_activity
                                WHERE datname = current_database() AND wait_event_type = 'Lock'
                                """))
                    == THREADS_OF_A_LANE);
  }

  private int in(ReservationState state, List<UUID> orders) {
    return Integer.parseInt(
        service
            .database()
            .ask(
                "SELECT count(*) FROM reservation WHERE state = %d AND order_id = ANY('{%s}')"
                    .formatted(state.number(), list(orders))));
  }

  private static String list(List<UUID> orders) {
    return orders.stream().map(UUID::toString).collect(Collectors.joining(","));
  }

  private static List<UUID> orders(int count) {
    return Stream.generate(UUID::randomUUID).limit(count).toList();
  }

  private static Function<UUID, SpecificRecord> cup() {
    return order -> placed(order, "cup");
  }

  private static SpecificRecord placed(UUID order, String sku) {
    var line = new OrderLine(sku, 1, 0L);
    return new OrderPlaced(order, "m", "n", "c", "EUR", 0L, List.of(line), NOW, NOW);
  }

  private static SpecificRecord confirmed(UUID order) {
    return new OrderConfirmed(order, "c", "n", "EUR", 0L, NOW);
  }

  private static SpecificRecord cancelled(UUID order) {
    return new OrderCancellationRequested(order, CancellationReason.CUSTOMER, NOW);
  }

  private static SpecificRecord refunded(UUID order) {
    return new OrderRefundRequested(order, RefundReason.CUSTOMER, NOW);
  }
}
