package dev.quadrille.codec;

import static dev.quadrille.contracts.EventType.ORDER_PLACED;
import static dev.quadrille.contracts.EventType.STOCK_COMMITTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.contracts.EventType;
import dev.quadrille.testkit.platform.Platform;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An outage says nothing about an event: never unreadable, readable as soon as it is over. */
class RegistryOutageIT {
  private final FaultyRegistry registry = new FaultyRegistry(Platform.shared().ccompatUrl());
  private CodecContext context;
  private EventCodec codec;

  @BeforeEach
  void start() {
    context = CodecContext.ready(registry.url(), "quadrille.codec.request-timeout=500ms");
    codec = context.codec();
  }

  @AfterEach
  void stop() {
    context.close();
    registry.close();
  }

  static Stream<Named<Consumer<FaultyRegistry>>> outages() {
    return Stream.of(
        Named.of("hangs up", FaultyRegistry::hangUp),
        Named.of("never answers", FaultyRegistry::neverAnswer),
        Named.of("never finishes its answer", FaultyRegistry::neverFinish),
        Named.of("answers 500", registry -> registry.answer(500, "")),
        Named.of("answers 401", registry -> registry.answer(401, "{\"error_code\":40101}")),
        Named.of("answers 404 as a proxy would", registry -> registry.answer(404, "<html>")),
        Named.of("answers 404 as JSON", registry -> registry.answer(404, "{}")),
        Named.of("answers 200 without a schema", registry -> registry.answer(200, "{}")),
        Named.of(
            "answers 200 with no Avro", registry -> registry.answer(200, "{\"schema\":\"?\"}")));
  }

  // cases A3 b and c
  @ParameterizedTest
  @MethodSource("outages")
  void delaysAnEventOfAnotherVersion(Consumer<FaultyRegistry> outage) {
    var value = Wire.committedInAnotherVersion(context);
    outage.accept(registry);

    for (var attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> codec.decode(STOCK_COMMITTED, value))
          .isInstanceOf(RegistryUnavailableException.class);
    }
    registry.passOn();
    assertThat(codec.decode(STOCK_COMMITTED, value)).isEqualTo(SampleEvents.of(STOCK_COMMITTED));
  }

  @Test
  void doesNotTouchOurOwnEvents() {
    registry.hangUp();
    var before = registry.requests();

    for (var type : EventType.values()) {
      var event = SampleEvents.of(type);
      assertThat(codec.decode(type, codec.encode(event))).isEqualTo(event);
    }
    assertThat(registry.requests()).isEqualTo(before);
  }

  @Test
  void asksOnceForEachId() {
    var value = Wire.committedInAnotherVersion(context);
    var before = registry.requests();

    for (var round = 0; round < 10; round++) {
      codec.decode(STOCK_COMMITTED, value);
    }
    assertThat(registry.requests()).isEqualTo(before + 1);
  }

  @Test
  void doesNotHidePoisonOfAKnownSchema() {
    var value = codec.encode(SampleEvents.of(ORDER_PLACED));
    value[10] = 'z';
    registry.hangUp();

    assertThatThrownBy(() -> codec.decode(ORDER_PLACED, value))
        .isInstanceOf(UnreadableEventException.class);
  }
}
