package dev.quadrille.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.CancellationReason;
import dev.quadrille.contracts.OrderCancellationRequested;
import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.handling.DeliveredBatch;
import dev.quadrille.inventory.application.ReceiveStock;
import dev.quadrille.inventory.domain.Reservations;
import dev.quadrille.inventory.domain.ReservationsContract;
import dev.quadrille.inventory.domain.Stocks;
import dev.quadrille.inventory.domain.StocksContract;
import dev.quadrille.testkit.ApiDescriptionContract;
import dev.quadrille.testkit.HttpCaller.Answer;
import dev.quadrille.testkit.RunningService;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class InventoryIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static RunningService service;

  private final String sku = "sku-" + UUID.randomUUID();

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            InventoryApplication.class, "inventory", "quadrille.ops.stuck-look=100ms");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Nested
  class Description extends ApiDescriptionContract {

    @Override
    protected RunningService service() {
      return service;
    }
  }

  @Nested
  class JpaReservations extends ReservationsContract {

    @Override
    protected <T> T inTransaction(Function<Reservations, T> work) {
      return transaction().execute(status -> work.apply(service.bean(Reservations.class)));
    }
  }

  @Nested
  class JpaStocks extends StocksContract {

    @Override
    protected <T> T inTransaction(Function<Stocks, T> work) {
      return transaction().execute(status -> work.apply(service.bean(Stocks.class)));
    }
  }

  @Nested
  class Concurrently {

    @Test // case S6
    void neverOversells() throws Exception {
      receive(sku, 10);
      var orders = Stream.generate(UUID::randomUUID).limit(100).toList();
      atOnce(orders.stream().map(order -> delivery(List.of(placed(order)))).toList());
      assertThat(states(orders)).hasSize(100).filteredOn(state -> state == 1).hasSize(10);
      thenStock(10, 10);
    }

    @Test // case S1
    void holdsNothingWhenOrderAndCancellationRace() throws Exception {
      receive(sku, 1_000);
      var orders = Stream.generate(UUID::randomUUID).limit(60).toList();
      var deliveries = new ArrayList<Callable<Void>>();
      for (var order : orders) {
        deliveries.add(delivery(List.of(placed(order))));
        deliveries.add(delivery(List.of(cancellation(order))));
      }
      atOnce(deliveries);
      assertThat(states(orders)).hasSize(60).containsAnyOf(4, 5).doesNotContain(1, 2, 3, 6);
      thenStock(1_000, 0);
      assertThat(parked()).as("a lost race runs again, nothing is parked").isZero();
    }

    @Test // case S2
    void releasesOnceHoweverManyFailuresArrive() throws Exception {
      receive(sku, 5);
      var order = UUID.randomUUID();
      DeliveredBatch.deliver(service, List.of(placed(order)));
      atOnce(Stream.generate(() -> delivery(List.of(cancellation(order)))).limit(20).toList());
      thenStock(5, 0);
      assertThat(answers(order)).containsExactly("StockReserved", "StockReleased");
    }
  }

  @Nested
  class Contradictions {

    @Test
    void showWhenAReservationHoldsWhatStockDoesNotKnow() {
      receive(sku, 3);
      DeliveredBatch.deliver(service, List.of(placed(UUID.randomUUID())));
      awaitViolations(0);
      service.database().execute("UPDATE stock SET reserved = 0 WHERE sku = '%s'".formatted(sku));
      awaitViolations(1);
      service.database().execute("UPDATE stock SET reserved = 1 WHERE sku = '%s'".formatted(sku));
      awaitViolations(0);
    }

    private void awaitViolations(double violations) {
      await()
          .atMost(Duration.ofSeconds(10))
          .until(
              () -> {
                var gauge =
                    service
                        .bean(MeterRegistry.class)
                        .find("quadrille.ops.invariant.violations")
                        .tag("invariant", "reserved-is-held")
                        .gauge();
                return gauge != null && gauge.value() == violations;
              });
    }
  }

  @Nested
  class ReceiptsOverHttp {

    @Test
    void addUp() {
      receive(sku, "{\"quantity\": 5}");
      var answer = receive(sku, "{\"quantity\": 5e0}");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body().toString())
          .contains("\"onHand\":10", "\"reserved\":0", "\"available\":10");
    }

    @ParameterizedTest // case S7
    @ValueSource(
        strings = {
          "0",
          "-1",
          "1.5",
          "\"1\"",
          "9223372036854775808",
          "1e400",
          "null",
          "true",
          "[1]",
          "{}"
        })
    void refuseWhatIsNoQuantity(String quantity) {
      var answer = receive(sku, "{\"quantity\": " + quantity + "}");
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
      assertThat(service.bean(Stocks.class).findById(sku)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          "{",
          "{}",
          "[]",
          "{\"quantity\":1,\"quantity\":2}",
          "{\"quantity\":1}x",
          "{\"quantity\":1,\"more\":1}"
        })
    void refuseWhatIsNoReceipt(String body) {
      assertThat(receive(sku, body).status()).isEqualTo(400);
    }

    @Test
    void refuseMoreThanCanBeCounted() {
      receive(sku, "{\"quantity\": 9223372036854775807}");
      assertThat(receive(sku, "{\"quantity\": 1}").status()).isEqualTo(409);
      thenStock(Long.MAX_VALUE, 0);
    }

    @Test
    void answer404ForAnUnknownSku() {
      assertThat(service.calledByOps().get("/stock/" + sku).status()).isEqualTo(404);
    }
  }

  private static void atOnce(List<Callable<Void>> deliveries)
      throws InterruptedException, ExecutionException {
    var threads = Executors.newFixedThreadPool(6);
    try {
      for (var done : threads.invokeAll(deliveries)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Callable<Void> delivery(List<? extends SpecificRecord> events) {
    return () -> {
      DeliveredBatch.deliver(service, events);
      return null;
    };
  }

  private OrderPlaced placed(UUID order) {
    var line = new OrderLine(sku, 1, 0L);
    return new OrderPlaced(order, "m", "n", "c", "EUR", 0L, List.of(line), NOW, NOW);
  }

  private static OrderCancellationRequested cancellation(UUID order) {
    return new OrderCancellationRequested(order, CancellationReason.CUSTOMER, NOW);
  }

  private static void receive(String sku, long units) {
    service.bean(ReceiveStock.class).receive(sku, units);
  }

  private static Answer receive(String sku, String body) {
    return service.calledByOps().post("/stock/" + sku + "/receipts", body);
  }

  private void thenStock(long onHand, long reserved) {
    var stock = service.bean(Stocks.class).findById(sku).orElseThrow();
    assertThat(stock.onHand()).as("on hand").isEqualTo(onHand);
    assertThat(stock.reserved()).as("reserved").isEqualTo(reserved);
  }

  private static List<Integer> states(List<UUID> orders) {
    return jdbc()
        .sql("SELECT state FROM reservation WHERE order_id IN (:orders)")
        .param("orders", orders)
        .query(Integer.class)
        .list();
  }

  private static List<String> answers(UUID order) {
    return jdbc()
        .sql("SELECT event_type FROM outbox WHERE aggregate_id = ? ORDER BY seq")
        .param(order)
        .query(String.class)
        .list()
        .stream()
        .map(type -> type.substring(type.lastIndexOf('.') + 1))
        .toList();
  }

  private static long parked() {
    return jdbc().sql("SELECT count(*) FROM parked_events").query(Long.class).single();
  }

  private static JdbcClient jdbc() {
    return service.bean(JdbcClient.class);
  }

  private static TransactionTemplate transaction() {
    return new TransactionTemplate(service.bean(PlatformTransactionManager.class));
  }
}
