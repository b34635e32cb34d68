package dev.quadrille.order.domain;

import static dev.quadrille.order.domain.OrderState.CANCELLED;
import static dev.quadrille.order.domain.OrderState.CANCELLING;
import static dev.quadrille.order.domain.OrderState.CONFIRMED;
import static dev.quadrille.order.domain.OrderState.PLACED;
import static dev.quadrille.order.domain.OrderState.REFUNDED;
import static dev.quadrille.order.domain.OrderState.REFUNDING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.state.State;
import dev.quadrille.state.Transition;
import dev.quadrille.testkit.StateDiagram;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OrderMachineTest {

  @Test
  void isDrawnInTheReadme() {
    StateDiagram.assertInReadme(Order.MACHINE);
  }

  @Test
  void keepsItsNumbers() {
    assertThat(OrderState.values())
        .extracting(State::number, State::name)
        .map(Object::toString)
        .containsExactly(
            "(1, \"PLACED\")",
            "(2, \"CONFIRMED\")",
            "(3, \"CANCELLING\")",
            "(4, \"CANCELLED\")",
            "(5, \"REFUNDING\")",
            "(6, \"REFUNDED\")");
  }

  @Test
  void leavesATerminalStateOnlyByARefund() {
    assertThat(Stream.of(OrderMove.values()).map(Transition::edges).toList())
        .noneMatch(edges -> edges.containsKey(CANCELLED) || edges.containsKey(REFUNDED));
    assertThat(Stream.of(OrderMove.values()).filter(move -> move.edges().containsKey(CONFIRMED)))
        .containsExactly(OrderMove.REFUND);
  }

  @Test
  void hasTheMovesOfTheDance() {
    var answered = Map.of(CANCELLING, CANCELLING, REFUNDING, REFUNDING);
    assertThat(OrderMove.CONFIRM.edges()).isEqualTo(Map.of(PLACED, CONFIRMED));
    assertThat(OrderMove.CANCEL.edges()).isEqualTo(Map.of(PLACED, CANCELLING));
    assertThat(OrderMove.REFUND.edges()).isEqualTo(Map.of(CONFIRMED, REFUNDING));
    assertThat(OrderMove.STOCK_BACK.edges()).isEqualTo(answered);
    assertThat(OrderMove.MONEY_BACK.edges()).isEqualTo(answered);
    assertThat(OrderMove.CLOSE_CANCELLATION.edges()).isEqualTo(Map.of(CANCELLING, CANCELLED));
    assertThat(OrderMove.CLOSE_REFUND.edges()).isEqualTo(Map.of(REFUNDING, REFUNDED));
  }
}
