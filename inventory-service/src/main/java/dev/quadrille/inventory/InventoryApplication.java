package dev.quadrille.inventory;

import dev.quadrille.handling.EventHandlers;
import dev.quadrille.inventory.application.StockDebts;
import dev.quadrille.inventory.application.StockHandlers;
import dev.quadrille.inventory.domain.Reservations;
import dev.quadrille.inventory.domain.Stocks;
import dev.quadrille.service.QuadrilleService;
import dev.quadrille.state.IntermediateStates;
import java.time.Clock;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Reserves, commits, releases and restocks: all lines of an order or none. */
@SpringBootApplication
public class InventoryApplication {

  public static void main(String[] args) {
    QuadrilleService.main(InventoryApplication.class, "inventory", args);
  }

  @Bean
  EventHandlers<?> handlers(Reservations reservations, Stocks stocks, Clock clock) {
    return StockHandlers.handlers(reservations, stocks, clock);
  }

  @Bean
  IntermediateStates<?> intermediateStates() {
    return StockDebts.debts();
  }
}
