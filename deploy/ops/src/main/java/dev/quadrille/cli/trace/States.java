package dev.quadrille.cli.trace;

import dev.quadrille.account.domain.PaymentState;
import dev.quadrille.inventory.domain.ReservationState;
import dev.quadrille.local.Participant;
import dev.quadrille.notification.domain.NotificationState;
import dev.quadrille.order.domain.OrderState;
import dev.quadrille.state.State;
import java.util.stream.Stream;

/** The names of states, which databases keep as numbers. */
public final class States {

  private States() {}

  /** The name of a state of a service's machine; the number itself if this version knows none. */
  public static String name(Participant service, int number) {
    return Stream.of(of(service))
        .filter(state -> state.number() == number)
        .map(State::name)
        .findFirst()
        .orElse("state " + number);
  }

  private static State[] of(Participant service) {
    return switch (service) {
      case ORDER -> OrderState.values();
      case INVENTORY -> ReservationState.values();
      case ACCOUNT -> PaymentState.values();
      case NOTIFICATION -> NotificationState.values();
    };
  }
}
