package dev.quadrille.inventory.domain;

import dev.quadrille.testkit.StateDiagram;
import org.junit.jupiter.api.Test;

class ReservationMachineTest {

  @Test
  void isDrawnInTheReadme() {
    StateDiagram.assertInReadme(Reservation.MACHINE);
  }
}
