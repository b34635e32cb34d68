package dev.quadrille.codec;

import static dev.quadrille.contracts.EventType.STOCK_COMMITTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.testkit.platform.Platform;
import java.net.URI;
import org.junit.jupiter.api.Test;

class ConfluentCodecIT extends CodecContract {
  // case A3 b: this serde has a client and a cache of its own
  @Test
  void tellsAnOutageThatOnlyTheSerdeMeetsFromPoison() {
    try (var registry = new FaultyRegistry(Platform.shared().ccompatUrl());
        var context = open(registry.url())) {
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

  @Override
  CodecContext open(URI registry) {
    var thread = Thread.currentThread();
    var before = thread.getContextClassLoader();
    // Kafka's configuration looks classes up there.
    thread.setContextClassLoader(new ConfluentClasses(before));
    try {
      return CodecContext.ready(
          registry,
          "quadrille.codec.serializer=io.confluent.kafka.serializers.KafkaAvroSerializer",
          "quadrille.codec.deserializer=io.confluent.kafka.serializers.KafkaAvroDeserializer");
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
