package dev.quadrille.codec;

import static dev.quadrille.contracts.EventType.ORDER_PLACED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.EventType;
import dev.quadrille.testkit.platform.SchemaRegistry;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

/** From a registry that is not there to one that has gone again. */
class CodecStartIT {
  private static final SchemaRegistry REGISTRY = SchemaRegistry.temporary();
  private static final String LOOK_UP = "quadrille.codec.schemas=look-up";

  @AfterAll
  static void stop() {
    REGISTRY.close();
  }

  // case A3 a
  @Test
  void startsWithoutARegistryAndIsReadyWhenOneKnowsOurSchemas() {
    try (var context = CodecContext.started(REGISTRY.ccompatUrl(), LOOK_UP)) {
      var codec = context.codec();
      await().until(() -> reason(context).contains("No answer"));
      assertThatThrownBy(() -> codec.encode(SampleEvents.of(ORDER_PLACED)))
          .isInstanceOf(RegistryUnavailableException.class);

      REGISTRY.start();
      await().until(() -> reason(context).contains("not registered under order.events-"));
      assertThat(findings(context)).containsOnly(EventSchemas.Finding.MISSING);

      for (var type : EventType.values()) {
        context.schemas().register(type);
      }
      context.awaitReady();
      assertThat(findings(context)).containsOnly(EventSchemas.Finding.REGISTERED);

      REGISTRY.stop();
      for (var type : EventType.values()) {
        var event = SampleEvents.of(type);
        assertThat(codec.decode(type, codec.encode(event))).isEqualTo(event);
      }
      assertThat(context.health().getStatus()).isEqualTo(Status.UP);
    }
  }

  private static String reason(CodecContext context) {
    return String.valueOf(context.health().getDetails().get("reason"));
  }

  private static EventSchemas.Finding[] findings(CodecContext context) {
    return Arrays.stream(EventType.values())
        .map(context.schemas()::check)
        .toArray(EventSchemas.Finding[]::new);
  }
}
