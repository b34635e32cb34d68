package dev.quadrille.order;

import dev.quadrille.handling.EventHandlers;
import dev.quadrille.handling.Rounds;
import dev.quadrille.order.application.DeadlineSweeper;
import dev.quadrille.order.application.OrderDebts;
import dev.quadrille.order.application.OrderHandlers;
import dev.quadrille.order.domain.Orders;
import dev.quadrille.service.QuadrilleService;
import dev.quadrille.state.IntermediateStates;
import dev.quadrille.web.Settled;
import java.time.Clock;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;

/** Decides the outcome of an order; nobody else does. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class OrderApplication {

  public static void main(String[] args) {
    QuadrilleService.main(OrderApplication.class, "order", args);
  }

  @Bean
  EventHandlers<?> handlers(Orders orders, Clock clock) {
    return OrderHandlers.handlers(orders, clock);
  }

  @Bean
  Rounds deadlines(DeadlineSweeper sweeper) {
    return sweeper.rounds();
  }

  @Bean
  Settled settled(Orders orders) {
    return orders::endedAmong;
  }

  @Bean
  IntermediateStates<?> intermediateStates() {
    return OrderDebts.debts();
  }
}
