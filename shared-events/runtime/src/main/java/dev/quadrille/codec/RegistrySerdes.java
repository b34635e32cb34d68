package dev.quadrille.codec;

import dev.quadrille.contracts.EventType;
import io.apicurio.registry.serde.avro.AvroSerdeConfig;
import io.apicurio.registry.serde.config.SerdeConfig;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;

/**
 * Kafka's serializer and deserializer of the settings.
 *
 * <p>Confluent's have a client of their own, which keeps the login that it was made with, and know
 * what they have asked for. So one that has failed after the login changed is made anew, and the
 * other kept. Safe for use by several threads.
 */
final class RegistrySerdes {
  private final CodecProperties settings;
  private final KnownSchemas schemas;
  private final RegistryLogin login;
  private volatile Serializer<Object> serializer;
  private volatile Deserializer<?> deserializer;
  private @Nullable String writesAs;
  private @Nullable String readsAs;

  RegistrySerdes(CodecProperties settings, KnownSchemas schemas, RegistryLogin login) {
    this.settings = settings;
    this.schemas = schemas;
    this.login = login;
    writesAs = userInfo();
    readsAs = writesAs;
    serializer = newSerializer(writesAs);
    deserializer = newDeserializer(readsAs);
  }

  Serializer<Object> serializer() {
    return serializer;
  }

  Deserializer<?> deserializer() {
    return deserializer;
  }

  /** Writes as whom the login says now. */
  synchronized void logOnAnewToWrite() {
    var now = userInfo();
    if (now != null && !now.equals(writesAs)) {
      serializer = newSerializer(now);
      writesAs = now;
    }
  }

  /**
   * Reads as whom the login says now, once that has read all that we write: the registry may be
   * away the next time.
   */
  synchronized void logOnAnewToRead() {
    var now = userInfo();
    if (now != null && !now.equals(readsAs)) {
      var reader = newDeserializer(now);
      for (var type : EventType.values()) {
        if (schemas.knows(type)) {
          var value = serializer.serialize(type.topic(), Specimen.of(type));
          reader.deserialize(type.topic(), value);
        }
      }
      deserializer = reader;
      readsAs = now;
    }
  }

  private @Nullable String userInfo() {
    try {
      return login.userInfo().orElse(null);
    } catch (RegistryUnavailableException unreadable) {
      // Whoever asks the registry tells of it.
      return null;
    }
  }

  private Serializer<Object> newSerializer(@Nullable String userInfo) {
    @SuppressWarnings("unchecked")
    var made = (Serializer<Object>) BeanUtils.instantiateClass(settings.serializer());
    made.configure(serdeSettings(userInfo), false);
    return made;
  }

  private Deserializer<?> newDeserializer(@Nullable String userInfo) {
    var made = (Deserializer<?>) BeanUtils.instantiateClass(settings.deserializer());
    made.configure(serdeSettings(userInfo), false);
    return made;
  }

  // Both families at once: a serde ignores the other's names.
  private Map<String, Object> serdeSettings(@Nullable String userInfo) {
    var serde = new HashMap<String, Object>();
    serde.put(SerdeConfig.SCHEMA_RESOLVER, new KnownSchemaResolver(schemas));
    serde.put(AvroSerdeConfig.AVRO_DATUM_PROVIDER, EventDatumProvider.class);
    serde.put("schema.registry.url", settings.registryUrl().toString());
    if (userInfo != null && !logsOnByItself()) {
      serde.put("basic.auth.credentials.source", "USER_INFO");
      serde.put("basic.auth.user.info", userInfo);
    }
    serde.put("auto.register.schemas", false);
    serde.put("specific.avro.reader", true);
    serde.put(
        "value.subject.name.strategy",
        "io.confluent.kafka.serializers.subject.TopicRecordNameStrategy");
    serde.putAll(settings.serde());
    return serde;
  }

  private boolean logsOnByItself() {
    return settings.serde().keySet().stream()
        .anyMatch(name -> name.startsWith("basic.auth.") || name.startsWith("bearer.auth."));
  }
}
