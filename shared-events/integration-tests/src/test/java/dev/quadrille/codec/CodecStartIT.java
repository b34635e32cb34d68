package dev.quadrille.codec;

import static dev.quadrille.contracts.EventType.ORDER_PLACED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.EventType;
import dev.quadrille.testkit.platform.SchemaRegistry;
import java.time.Duration;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;
import tools.jackson.databind.json.JsonMapper;

/** From a registry that is not there to one that has gone again. */
class CodecStartIT {
  private static final String LOOK_UP = "quadrille.codec.schemas=look-up";
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Schema ANOTHER =
      SchemaBuilder.record("Another").fields().requiredString("text").endRecord();

  private final SchemaRegistry registry = SchemaRegistry.temporary();

  @AfterEach
  void stop() {
    registry.close();
  }

  // case A3 a
  @Test
  void startsWithoutARegistryAndIsReadyWhenOneKnowsOurSchemas() {
    try (var context = CodecContext.started(registry.ccompatUrl(), LOOK_UP)) {
      var codec = context.codec();
      await().until(() -> reason(context).contains("No answer"));
      assertThatThrownBy(() -> codec.encode(SampleEvents.of(ORDER_PLACED)))
          .isInstanceOf(RegistryUnavailableException.class);

      registry.start();
      await().until(() -> reason(context).contains("not registered under order.events-"));
      assertThat(findings(context)).containsOnly(EventSchemas.Finding.MISSING);

      for (var type : EventType.values()) {
        context.schemas().register(type);
      }
      context.awaitReady();
      assertThat(findings(context)).containsOnly(EventSchemas.Finding.REGISTERED);

      registry.stop();
      for (var type : EventType.values()) {
        var event = SampleEvents.of(type);
        assertThat(codec.decode(type, codec.encode(event))).isEqualTo(event);
      }
      assertThat(context.health().getStatus()).isEqualTo(Status.UP);
    }
  }

  // case A6, a subject that somebody has spoilt by hand
  @Test
  void waitsWhileASubjectContradictsOurSchemaAndGoesOnWhenItIsMended() {
    registry.start();
    var byHand =
        new RegistryClient(
            registry.ccompatUrl(), RegistryLogin.NONE, PATIENCE, JsonMapper.shared());
    var subject = ORDER_PLACED.subject();
    byHand.register(subject, ANOTHER);
    try (var context = CodecContext.started(registry.ccompatUrl())) {
      await().until(() -> reason(context).contains(subject));
      assertThat(reason(context)).contains("ncompatible");
      assertThat(context.schemas().check(ORDER_PLACED))
          .isEqualTo(EventSchemas.Finding.INCOMPATIBLE);
      assertThatThrownBy(() -> context.codec().encode(SampleEvents.of(ORDER_PLACED)))
          .as("the request fails, so that nothing is accepted that nobody could read")
          .isInstanceOf(RegistryUnavailableException.class);

      // Each time that it tries, the service sets the level that it wants.
      await()
          .ignoreExceptionsInstanceOf(IncompatibleSchemaException.class)
          .untilAsserted(
              () -> {
                byHand.setLevel(subject, "NONE");
                byHand.register(subject, ORDER_PLACED.schema());
              });
      context.awaitReady();
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
