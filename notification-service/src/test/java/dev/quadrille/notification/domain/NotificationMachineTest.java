package dev.quadrille.notification.domain;

import dev.quadrille.testkit.StateDiagram;
import org.junit.jupiter.api.Test;

class NotificationMachineTest {

  @Test
  void isDrawnInTheReadme() {
    StateDiagram.assertInReadme(Notification.MACHINE);
  }
}
