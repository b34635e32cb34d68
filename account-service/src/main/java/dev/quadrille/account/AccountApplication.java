package dev.quadrille.account;

import dev.quadrille.account.application.Books;
import dev.quadrille.account.application.PaymentDebts;
import dev.quadrille.account.application.PaymentHandlers;
import dev.quadrille.account.domain.SuspenseCases;
import dev.quadrille.handling.EventHandlers;
import dev.quadrille.service.QuadrilleService;
import dev.quadrille.state.IntermediateStates;
import java.time.Clock;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Debits and refunds in a double-entry ledger. */
@SpringBootApplication
public class AccountApplication {

  public static void main(String[] args) {
    QuadrilleService.main(AccountApplication.class, "account", args);
  }

  @Bean
  EventHandlers<?> handlers(Books books, SuspenseCases cases, Clock clock) {
    return PaymentHandlers.handlers(books, cases, clock);
  }

  @Bean
  IntermediateStates<?> intermediateStates() {
    return PaymentDebts.debts();
  }
}
