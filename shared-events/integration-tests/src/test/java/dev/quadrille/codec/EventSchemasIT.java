package dev.quadrille.codec;

import static dev.quadrille.contracts.EventType.STOCK_COMMITTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.contracts.EventType;
import dev.quadrille.testkit.platform.Platform;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

class EventSchemasIT {
  private final RegistryClient registry =
      new RegistryClient(
          Platform.shared().ccompatUrl(),
          RegistryLogin.NONE,
          Duration.ofSeconds(10),
          JsonMapper.shared());
  private final EventSchemas schemas = new EventSchemas(registry);
  private final String subject = "elsewhere-" + UUID.randomUUID();

  @ParameterizedTest
  @EnumSource
  void registersAtLevelFull(EventType type) {
    schemas.register(type);

    assertThat(registry.level(type.subject())).contains("FULL");
    assertThat(registry.find(type.subject(), type.schema())).isPresent();
    assertThat(schemas.check(type)).isEqualTo(EventSchemas.Finding.REGISTERED);
  }

  @Test
  void registersTwiceWithoutASecondVersion() {
    schemas.register(STOCK_COMMITTED);
    var id = registry.find(STOCK_COMMITTED.subject(), STOCK_COMMITTED.schema());

    schemas.register(STOCK_COMMITTED);

    assertThat(registry.find(STOCK_COMMITTED.subject(), STOCK_COMMITTED.schema())).isEqualTo(id);
  }

  @Test
  void letsManyRegisterAtOnce() throws Exception {
    var schema = Wire.parse(schema("{\"name\":\"x\",\"type\":\"int\"}"));
    var together = new CyclicBarrier(8);
    var threads = Executors.newFixedThreadPool(8);
    try {
      Callable<Integer> register =
          () -> {
            together.await();
            registry.setLevel(subject, "FULL");
            return registry.register(subject, schema);
          };
      var ids = new HashSet<Integer>();
      for (var id : threads.invokeAll(Collections.nCopies(8, register))) {
        ids.add(id.get());
      }
      assertThat(ids).hasSize(1);
      assertThat(registry.level(subject)).contains("FULL");
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void refusesAnIncompatibleVersionAndNamesTheSubject() {
    registry.setLevel(subject, "FULL");
    registry.register(subject, Wire.parse(schema("{\"name\":\"a\",\"type\":\"string\"}")));
    var changed = Wire.parse(schema("{\"name\":\"b\",\"type\":\"string\"}"));

    assertThat(registry.accepts(subject, changed)).isFalse();
    assertThatThrownBy(() -> registry.register(subject, changed))
        .isInstanceOf(IncompatibleSchemaException.class)
        .hasMessageContaining(subject)
        .hasMessageContaining("Incompatible");
  }

  @Test
  void acceptsACompatibleVersionAndTheOneBeforeAgain() {
    var before = Wire.parse(schema("{\"name\":\"a\",\"type\":\"int\"}"));
    var after =
        Wire.parse(
            schema(
                "{\"name\":\"a\",\"type\":\"int\"},{\"name\":\"b\",\"type\":\"int\",\"default\":0}"));
    registry.setLevel(subject, "FULL");
    var first = registry.register(subject, before);

    assertThat(registry.accepts(subject, after)).isTrue();
    assertThat(registry.register(subject, after)).isNotEqualTo(first);
    // A release rolled back.
    assertThat(registry.register(subject, before)).isEqualTo(first);
  }

  private static String schema(String fields) {
    return "{\"type\":\"record\",\"name\":\"R\",\"fields\":[" + fields + "]}";
  }
}
