package dev.quadrille.codec;

import io.apicurio.registry.serde.avro.AvroSerdeConfig;
import io.apicurio.registry.serde.config.SerdeConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.springframework.beans.BeanUtils;

/**
 * Kafka's serializer and deserializer of the settings.
 *
 * <p>Confluent's have a client of their own, which keeps the login that it was made with: when that
 * has changed they are made anew. Safe for use by several threads.
 */
final class RegistrySerdes {
  private final CodecProperties settings;
  private final KnownSchemas schemas;
  private final RegistryLogin login;
  private volatile Pair pair;

  RegistrySerdes(CodecProperties settings, KnownSchemas schemas, RegistryLogin login) {
    this.settings = settings;
    this.schemas = schemas;
    this.login = login;
    this.pair = made(userInfo());
  }

  Serializer<Object> serializer() {
    return pair.serializer;
  }

  Deserializer<?> deserializer() {
    return pair.deserializer;
  }

  /**
   * Follows a login that has changed; they forget what they know, so only when they have failed.
   */
  synchronized void logOnAnew() {
    var now = userInfo();
    if (now.isPresent() && !now.equals(pair.userInfo)) {
      pair = made(now);
    }
  }

  private Optional<String> userInfo() {
    try {
      return login.userInfo();
    } catch (RegistryUnavailableException unreadable) {
      // Whoever asks the registry tells of it.
      return Optional.empty();
    }
  }

  private Pair made(Optional<String> userInfo) {
    @SuppressWarnings("unchecked")
    var serializer = (Serializer<Object>) BeanUtils.instantiateClass(settings.serializer());
    var deserializer = (Deserializer<?>) BeanUtils.instantiateClass(settings.deserializer());
    var serde = serdeSettings(userInfo);
    serializer.configure(serde, false);
    deserializer.configure(serde, false);
    return new Pair(serializer, deserializer, userInfo);
  }

  // Both families at once: a serde ignores the other's names.
  private Map<String, Object> serdeSettings(Optional<String> userInfo) {
    var serde = new HashMap<String, Object>();
    serde.put(SerdeConfig.SCHEMA_RESOLVER, new KnownSchemaResolver(schemas));
    serde.put(AvroSerdeConfig.AVRO_DATUM_PROVIDER, EventDatumProvider.class);
    serde.put("schema.registry.url", settings.registryUrl().toString());
    userInfo.ifPresent(
        login -> {
          serde.put("basic.auth.credentials.source", "USER_INFO");
          serde.put("basic.auth.user.info", login);
        });
    serde.put("auto.register.schemas", false);
    serde.put("specific.avro.reader", true);
    serde.put(
        "value.subject.name.strategy",
        "io.confluent.kafka.serializers.subject.TopicRecordNameStrategy");
    serde.putAll(settings.serde());
    return serde;
  }

  // No record: it would tell the password.
  private static final class Pair {
    private final Serializer<Object> serializer;
    private final Deserializer<?> deserializer;
    private final Optional<String> userInfo;

    Pair(Serializer<Object> serializer, Deserializer<?> deserializer, Optional<String> userInfo) {
      this.serializer = serializer;
      this.deserializer = deserializer;
      this.userInfo = userInfo;
    }
  }
}
