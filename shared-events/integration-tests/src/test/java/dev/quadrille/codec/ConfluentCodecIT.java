package dev.quadrille.codec;

import static dev.quadrille.contracts.EventType.STOCK_COMMITTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.testkit.platform.Platform;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfluentCodecIT extends CodecContract {
  private final ClassLoader usual = Thread.currentThread().getContextClassLoader();
  private final ClassLoader confluents = new ConfluentClasses(usual);

  // case A3 b: this serde has a client and a cache of its own
  @Test
  void tellsAnOutageThatOnlyTheSerdeMeetsFromPoison() {
    try (var registry = new FaultyRegistry(Platform.shared().ccompatUrl());
        var context = open(registry.url()).awaitReady()) {
      var value = Wire.committedInAnotherVersion(context);
      registry.hangUpAfterTheNext();

      for (var attempt = 0; attempt < 2; attempt++) {
        assertThatThrownBy(() -> context.codec().decode(STOCK_COMMITTED, value))
            .isInstanceOf(RegistryUnavailableException.class)
            .hasMessageContaining("KafkaAvroDeserializer");
      }
      registry.passOn();
      assertThat(context.codec().decode(STOCK_COMMITTED, value))
          .isEqualTo(SampleEvents.of(STOCK_COMMITTED));
    }
  }

  @Test
  void keepsWhatItKnowsWhileTheLoginIsMissingOrWrong(@TempDir Path secrets) throws IOException {
    var password = Files.writeString(secrets.resolve("password"), "xyzzy");
    try (var registry = new FaultyRegistry(Platform.shared().ccompatUrl());
        var context = openWith(password, registry).awaitReady()) {
      var value = Wire.committedInAnotherVersion(context);
      registry.hangUpAfterTheNext();
      thenCannotRead(context, value);
      Files.delete(password);
      thenCannotRead(context, value);
      Files.writeString(password, "plugh");
      thenCannotRead(context, value);

      var event = SampleEvents.of(STOCK_COMMITTED);
      assertThat(context.codec().decode(STOCK_COMMITTED, context.codec().encode(event)))
          .isEqualTo(event);
    }
  }

  @Test
  void leavesALoginOfItsOwnAlone(@TempDir Path secrets) throws IOException {
    var password = Files.writeString(secrets.resolve("password"), "xyzzy");
    try (var registry = new FaultyRegistry(Platform.shared().ccompatUrl());
        var context =
            openWith(
                password,
                registry,
                "quadrille.codec.serde.bearer.auth.credentials.source=STATIC_TOKEN",
                "quadrille.codec.serde.bearer.auth.token=plugh")) {
      context.awaitReady();
    }
  }

  private CodecContext openWith(Path password, FaultyRegistry registry, String... settings) {
    var all = new ArrayList<>(List.of(settings));
    all.add("quadrille.codec.registry-username=shop");
    all.add("quadrille.codec.registry-password-file=" + password);
    return open(registry.url(), all.toArray(String[]::new));
  }

  private static void thenCannotRead(CodecContext context, byte[] value) {
    assertThatThrownBy(() -> context.codec().decode(STOCK_COMMITTED, value))
        .isInstanceOf(RegistryUnavailableException.class);
  }

  @Override
  CodecContext open(URI registry, String... settings) {
    var all = new ArrayList<>(List.of(settings));
    all.add("quadrille.codec.serializer=io.confluent.kafka.serializers.KafkaAvroSerializer");
    all.add("quadrille.codec.deserializer=io.confluent.kafka.serializers.KafkaAvroDeserializer");
    var before = Thread.currentThread().getContextClassLoader();
    findConfluentsClasses();
    try {
      return CodecContext.started(registry, all.toArray(String[]::new));
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  /** Kafka's configuration looks classes up there. */
  @BeforeEach
  void findConfluentsClasses() {
    Thread.currentThread().setContextClassLoader(confluents);
  }

  @AfterEach
  void findTheUsualOnes() {
    Thread.currentThread().setContextClassLoader(usual);
  }
}
