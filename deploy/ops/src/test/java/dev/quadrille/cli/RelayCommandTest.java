package dev.quadrille.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class RelayCommandTest {
  private static final String STREAMS =
      """
      "mode": "CDC", "role": "LEADER", "streaming": true, "oldestUnpublishedMillis": 120,
      "slot": {"lagBytes": 56}
      """;

  @Test
  void showsThatEventsFlow() {
    assertThat(row("{%s}".formatted(STREAMS)))
        .isEqualTo("order            CDC      LEADER           120           56  streams");
  }

  @Test
  void showsWhatKafkaRefuses() {
    var refused =
        """
        {"events": 2, "firstType": "OrderPlaced", "firstBytes": 1200000,
         "firstId": "0197f2a0-0000-7000-8000-000000000001"}
        """;
    assertThat(row("{%s, \"refused\": %s}".formatted(STREAMS, refused)))
        .endsWith(
            "  streams, but for what Kafka refuses: 2, first OrderPlaced"
                + " 0197f2a0-0000-7000-8000-000000000001 of 1200000 bytes");
  }

  @Test
  void showsWhyEventsDoNotFlow() {
    assertThat(
            row(
                """
                {"mode": "POLLING", "role": "STANDBY", "streaming": false,
                 "oldestUnpublishedMillis": 9000, "problem": "Kafka is away"}
                """))
        .isEqualTo("order            POLLING  STANDBY         9000            -  Kafka is away");
  }

  private static String row(String relay) {
    return RelayCommand.row("order", JsonMapper.shared().readTree(relay));
  }
}
