package dev.quadrille.notification;

import dev.quadrille.handling.EventHandlers;
import dev.quadrille.notification.application.NotificationDebts;
import dev.quadrille.notification.application.NotificationHandlers;
import dev.quadrille.notification.domain.Notifications;
import dev.quadrille.service.QuadrilleService;
import dev.quadrille.state.Ids;
import dev.quadrille.state.IntermediateStates;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Tells the customer how an order ended, at most once. */
@SpringBootApplication
public class NotificationApplication {

  public static void main(String[] args) {
    QuadrilleService.main(NotificationApplication.class, "notification", args);
  }

  @Bean
  EventHandlers<?> handlers(Notifications notifications, Ids ids) {
    return NotificationHandlers.handlers(notifications, ids);
  }

  @Bean
  IntermediateStates<?> intermediateStates() {
    return NotificationDebts.debts();
  }
}
