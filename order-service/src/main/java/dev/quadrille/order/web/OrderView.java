package dev.quadrille.order.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.quadrille.handling.StateHistory;
import dev.quadrille.order.domain.Line;
import dev.quadrille.order.domain.Order;
import dev.quadrille.order.domain.OrderState;
import dev.quadrille.order.domain.Reason;
import dev.quadrille.web.Settleable;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An order as it is shown.
 *
 * @param journal how it came to its state; null where one order among others, or a new one, is
 *     shown
 */
record OrderView(
    UUID orderId,
    String merchantOrderNo,
    String customerId,
    String currency,
    long totalMinor,
    OrderState status,
    @Nullable Reason reason,
    List<Line> lines,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Move> journal)
    implements Settleable {

  @Override
  public boolean settled() {
    return status.ended();
  }

  static OrderView of(Order order) {
    return of(order, null);
  }

  static OrderView withJournal(Order order, List<StateHistory.Line> journal) {
    return of(order, journal.stream().map(Move::of).toList());
  }

  private static OrderView of(Order order, @Nullable List<Move> journal) {
    var terms = order.terms();
    return new OrderView(
        order.id(),
        terms.merchantOrderNo(),
        terms.customerId(),
        terms.currency(),
        order.totalMinor(),
        order.state(),
        order.reason().orElse(null),
        terms.lines(),
        journal);
  }

  record Move(String move, @Nullable OrderState from, OrderState to, UUID eventId, Instant at) {

    private static Move of(StateHistory.Line line) {
      return new Move(
          line.move(), state(line.fromState()), state(line.toState()), line.eventId(), line.at());
    }

    private static @Nullable OrderState state(@Nullable Integer number) {
      return number == null
          ? null
          : Stream.of(OrderState.values())
              .filter(state -> state.number() == number)
              .findFirst()
              .orElseThrow();
    }
  }
}
