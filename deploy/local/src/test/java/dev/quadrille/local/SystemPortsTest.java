package dev.quadrille.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.testkit.platform.PlatformPorts;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SystemPortsTest {

  @Test
  void areThoseOfTheDocumentation() {
    assertThat(SystemPorts.fixed(0))
        .isEqualTo(
            new SystemPorts(
                Map.of(
                    Participant.ORDER, 8081,
                    Participant.INVENTORY, 8082,
                    Participant.ACCOUNT, 8083,
                    Participant.NOTIFICATION, 8084),
                new PlatformPorts(15432, 19092, 8085)));
  }

  @Test
  void moveTogether() {
    var moved = SystemPorts.fixed(SystemPorts.LARGEST_OFFSET);

    assertThat(moved.platform().kafka()).isEqualTo(65_535);
    assertThat(moved.of(Participant.ORDER) - 8081).isEqualTo(65_535 - 19_092);
  }
}
