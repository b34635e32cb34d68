package dev.quadrille.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.account.application.PaymentHandlers;
import dev.quadrille.contracts.EventType;
import dev.quadrille.handling.EventHandlers;
import dev.quadrille.inventory.application.StockHandlers;
import dev.quadrille.local.Participant;
import dev.quadrille.notification.application.NotificationHandlers;
import dev.quadrille.order.application.OrderHandlers;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DanceTest {
  // Nothing is handled here: only the tables are asked.
  private static final Map<Participant, EventHandlers<?>> TABLES =
      Map.of(
          Participant.ORDER, OrderHandlers.handlers(null, null),
          Participant.INVENTORY, StockHandlers.handlers(null, null, null),
          Participant.ACCOUNT, PaymentHandlers.handlers(null, null, null),
          Participant.NOTIFICATION, NotificationHandlers.handlers(null, null));

  @ParameterizedTest
  @EnumSource
  void knowsWhoReactsToWhat(EventType type) {
    var reacting =
        TABLES.entrySet().stream()
            .filter(table -> table.getValue().handle(type))
            .map(Map.Entry::getKey)
            .toList();

    assertThat(Dance.consumers(type)).containsExactlyInAnyOrderElementsOf(reacting);
  }
}
