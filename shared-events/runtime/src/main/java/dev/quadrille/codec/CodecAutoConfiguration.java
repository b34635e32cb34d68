package dev.quadrille.codec;

import io.apicurio.registry.serde.avro.AvroSerdeConfig;
import io.apicurio.registry.serde.config.SerdeConfig;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/** The codec and what asks the registry. */
@AutoConfiguration
@EnableConfigurationProperties(CodecProperties.class)
class CodecAutoConfiguration {
  @Bean
  RegistryClient registryClient(CodecProperties settings, JsonMapper json) {
    return new RegistryClient(settings.registryUrl(), settings.requestTimeout(), json);
  }

  @Bean
  EventSchemas eventSchemas(RegistryClient registry) {
    return new EventSchemas(registry);
  }

  @Bean
  EventCodec eventCodec(CodecProperties settings, RegistryClient registry) {
    var schemas = new KnownSchemas(registry);
    var serde = serdeSettings(settings, schemas);
    @SuppressWarnings("unchecked")
    var serializer = (Serializer<Object>) BeanUtils.instantiateClass(settings.serializer());
    var deserializer = (Deserializer<?>) BeanUtils.instantiateClass(settings.deserializer());
    TrustedClasses.trustEvents();
    serializer.configure(serde, false);
    deserializer.configure(serde, false);
    return new EventCodec(schemas, serializer, deserializer);
  }

  @Bean
  CodecWarmUp codecWarmUp(CodecProperties settings, EventSchemas schemas, EventCodec codec) {
    return new CodecWarmUp(settings, schemas, codec);
  }

  @Bean
  HealthIndicator registryHealthIndicator(CodecWarmUp warmUp) {
    return () ->
        warmUp
            .obstacle()
            .map(reason -> Health.outOfService().withDetail("reason", reason).build())
            .orElseGet(() -> Health.up().build());
  }

  // Both families at once: a serde ignores the other's names.
  private static Map<String, Object> serdeSettings(CodecProperties settings, KnownSchemas schemas) {
    var serde = new HashMap<String, Object>();
    serde.put(SerdeConfig.SCHEMA_RESOLVER, new KnownSchemaResolver(schemas));
    serde.put(AvroSerdeConfig.AVRO_DATUM_PROVIDER, EventDatumProvider.class);
    serde.put("schema.registry.url", settings.registryUrl().toString());
    serde.put("auto.register.schemas", false);
    serde.put("specific.avro.reader", true);
    serde.put(
        "value.subject.name.strategy",
        "io.confluent.kafka.serializers.subject.TopicRecordNameStrategy");
    serde.putAll(settings.serde());
    return serde;
  }
}
