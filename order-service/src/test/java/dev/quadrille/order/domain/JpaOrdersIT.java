package dev.quadrille.order.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.order.OrderApplication;
import dev.quadrille.testkit.RunningService;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The orders in PostgreSQL, seen by a service whose own clock is wrong. */
class JpaOrdersIT extends OrdersContract {
  private static RunningService service;

  @BeforeAll
  static void start() {
    service =
        RunningService.start(
            OrderApplication.class,
            "order",
            "quadrille.order.sweep-pause=1h",
            "spring.main.sources=" + WrongClock.class.getName());
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void forgetAllOrders() {
    service.database().execute("TRUNCATE orders");
  }

  @Override
  protected <T> T inTransaction(Function<Orders, T> work) {
    var transaction = new TransactionTemplate(service.bean(PlatformTransactionManager.class));
    return transaction.execute(status -> work.apply(service.bean(Orders.class)));
  }

  @Test
  void tellsTheDatabasesTime() {
    Instant told = inTransaction(orders -> orders.freeAt("m", "1").orElseThrow());
    assertThat(Duration.between(told, Instant.now()).abs()).isLessThan(Duration.ofMinutes(1));
  }

  /** A clock that is years late. */
  static class WrongClock {
    @Bean
    Clock clock() {
      return Clock.offset(Clock.systemUTC(), Duration.ofDays(-3_000));
    }
  }
}
