package dev.quadrille.order.application;

import static dev.quadrille.order.domain.OrderState.CANCELLING;
import static dev.quadrille.order.domain.OrderState.CONFIRMED;
import static dev.quadrille.order.domain.OrderState.PLACED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.AccountDebited;
import dev.quadrille.contracts.Lane;
import dev.quadrille.handling.Lanes;
import dev.quadrille.order.OrderApplication;
import dev.quadrille.order.domain.Line;
import dev.quadrille.order.domain.Order;
import dev.quadrille.order.domain.OrderState;
import dev.quadrille.order.domain.Orders;
import dev.quadrille.order.domain.Reason;
import dev.quadrille.order.domain.Terms;
import dev.quadrille.state.Outcome;
import dev.quadrille.testkit.RunningService;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DeadlineSweeperIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static RunningService service;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            OrderApplication.class,
            "order",
            "quadrille.order.deadline=" + DEADLINE,
            "quadrille.order.sweep-pause=1h",
            "quadrille.order.sweep-batch=50");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @AfterEach
  void goOn() {
    service.bean(Lanes.class).resume(Lane.FORWARD);
    service.database().execute("TRUNCATE orders");
  }

  @Test
  void cancelsWhatIsUndecidedAfterItsDeadlineAndNothingElse() {
    var before = cancellations();
    var overdue = place();
    var undecided = place();
    var confirmed = place();
    expire(overdue);
    expire(confirmed);
    confirm(confirmed);
    sweep();

    assertThat(state(overdue)).isEqualTo(CANCELLING);
    assertThat(find(overdue).reason()).contains(Reason.TIMEOUT);
    assertThat(state(undecided)).isEqualTo(PLACED);
    assertThat(state(confirmed)).isEqualTo(CONFIRMED);
    assertThat(cancellations() - before).isEqualTo(1);
  }

  @Test
  void cancelsNoMoreThanABatchInARound() {
    Stream.generate(this::place).limit(60).forEach(this::expire);
    sweep();
    assertThat(placed()).isEqualTo("10");
    sweep();
    assertThat(placed()).isEqualTo("0");
  }

  @Test
  void cancelsEachOnceHoweverManyReplicasSweep() {
    var before = cancellations();
    Stream.generate(this::place).limit(300).forEach(this::expire);
    IntStream.range(0, 8)
        .mapToObj(i -> CompletableFuture.runAsync(this::sweep))
        .toList()
        .forEach(CompletableFuture::join);
    await().atMost(PATIENCE).until(() -> sweepOn().equals("0"));

    assertThat(cancellations() - before).isEqualTo(300);
  }

  @Test
  void leavesAloneWhatSomebodyElseIsDeciding() throws SQLException {
    var contended = place();
    var free = place();
    expire(contended);
    expire(free);
    try (var other = service.database().connect();
        var statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute(
          "SELECT FROM orders WHERE id = '%s' FOR NO KEY UPDATE".formatted(contended));
      sweep();
      assertThat(state(free)).isEqualTo(CANCELLING);
      assertThat(state(contended)).isEqualTo(PLACED);
    }
    sweep();
    assertThat(state(contended)).isEqualTo(CANCELLING);
  }

  @Test
  void readsTheAnswersThatWaitFirst() {
    var lanes = service.bean(Lanes.class);
    lanes.pause(Lane.FORWARD);
    await().atMost(PATIENCE).until(() -> lanes.paused(Lane.FORWARD));
    var paid = place();
    service.tell(debited(paid));
    // Lasting: a relay that stumbles on a busy machine catches up, the held lane does not.
    await()
        .during(Duration.ofSeconds(2))
        .atMost(PATIENCE)
        .until(service.bean(DeadlineSweeper.class)::behind);
    expire(paid);
    sweep();
    assertThat(state(paid)).isEqualTo(PLACED);

    lanes.resume(Lane.FORWARD);
    await().atMost(PATIENCE).until(() -> state(paid) == CONFIRMED);
  }

  private void sweep() {
    service.bean(DeadlineSweeper.class).sweep();
  }

  private String sweepOn() {
    sweep();
    return placed();
  }

  private UUID place() {
    var number = UUID.randomUUID().toString();
    var terms = new Terms("m", number, "c", "EUR", List.of(new Line("tea", 2, 500)));
    var placed = (Outcome.Done<Order>) service.bean(PlaceOrder.class).place(terms);
    return placed.value().id();
  }

  private void expire(UUID order) {
    service
        .database()
        .execute(
            "UPDATE orders SET deadline = now() - interval '1 s' WHERE id = '%s'".formatted(order));
  }

  private void confirm(UUID order) {
    service.database().execute("UPDATE orders SET state = 2 WHERE id = '%s'".formatted(order));
  }

  private static AccountDebited debited(UUID order) {
    return new AccountDebited(order, new UUID(0, 1), "EUR", 1000L, Instant.now());
  }

  private OrderState state(UUID order) {
    return find(order).state();
  }

  private Order find(UUID order) {
    return service.bean(Orders.class).findByMerchantIdAndId("m", order).orElseThrow();
  }

  private static String placed() {
    return service.database().ask("SELECT count(*) FROM orders WHERE state = 1");
  }

  private static int cancellations() {
    return Integer.parseInt(
        service
            .database()
            .ask(
                "SELECT count(*) FROM outbox WHERE event_type LIKE '%OrderCancellationRequested'"));
  }
}
