package dev.quadrille.account.domain;

import static dev.quadrille.account.domain.PaymentState.DEBITED;
import static dev.quadrille.account.domain.PaymentState.FENCED;
import static dev.quadrille.account.domain.PaymentState.IN_SUSPENSE;
import static dev.quadrille.account.domain.PaymentState.REJECTED;
import static dev.quadrille.account.domain.PaymentState.REVERSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.testkit.StateDiagram;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PaymentMachineTest {

  @Test
  void isDrawnInTheReadme() {
    StateDiagram.assertInReadme(Payment.MACHINE);
  }

  @Test
  void keepsItsNumbers() {
    assertThat(Stream.of(PaymentState.values()).map(state -> state.number() + " " + state))
        .containsExactly("1 DEBITED", "2 REJECTED", "3 REVERSED", "4 FENCED", "5 IN_SUSPENSE");
  }

  @Test
  void hasTheMovesOfTheDance() {
    assertThat(PaymentMove.REVERSE.edges()).isEqualTo(Map.of(DEBITED, REVERSED));
    assertThat(PaymentMove.CLOSE.edges()).isEqualTo(Map.of(REJECTED, FENCED));
    assertThat(PaymentMove.SUSPEND.edges()).isEqualTo(Map.of(DEBITED, IN_SUSPENSE));
    assertThat(PaymentMove.RESOLVE.edges()).isEqualTo(Map.of(IN_SUSPENSE, REVERSED));
  }
}
