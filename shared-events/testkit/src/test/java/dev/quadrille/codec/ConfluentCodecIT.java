package dev.quadrille.codec;

import java.net.URI;

class ConfluentCodecIT extends CodecContract {
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
