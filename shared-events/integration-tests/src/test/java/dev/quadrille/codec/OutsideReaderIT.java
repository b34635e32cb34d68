package dev.quadrille.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.contracts.EventType;
import dev.quadrille.testkit.platform.Platform;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Whoever speaks Confluent's format understands us and is understood. */
class OutsideReaderIT {
  // JavaScript's numbers are exact up to 2^53 - 1.
  private static final long AMOUNT = 1_234_567L;

  private final JsonMapper json = JsonMapper.shared();

  @Test
  void readsEveryEventAndIsReadByUs() throws IOException {
    try (var context = CodecContext.ready(Platform.shared().ccompatUrl())) {
      var codec = context.codec();
      var types = EventType.values();
      var answers =
          OutsideReader.of(Platform.shared().ccompatUrl())
              .ask(Arrays.stream(types).map(type -> question(codec, type)).toList());

      assertThat(answers).hasSameSizeAs(types);
      for (var type : types) {
        var answer = json.readTree(answers.get(type.ordinal()));
        var event = SampleEvents.of(type, AMOUNT);
        assertThat(answer.get("event"))
            .isEqualTo(json.readTree(json.writeValueAsString(OutsideReader.plain(event))));
        assertThat(codec.decode(type, Base64.getDecoder().decode(answer.get("value").asString())))
            .isEqualTo(event);
      }
    }
  }

  private String question(EventCodec codec, EventType type) {
    var value = codec.encode(SampleEvents.of(type, AMOUNT));
    return json.writeValueAsString(
        Map.of(
            "topic", type.topic(),
            "subject", type.subject(),
            "value", Base64.getEncoder().encodeToString(value)));
  }
}
