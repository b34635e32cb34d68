package dev.quadrille.codec;

import jakarta.validation.constraints.NotNull;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the codec.
 *
 * @param registryUrl base of the registry's REST API as Confluent defined it; for Apicurio Registry
 *     that is {@code …/apis/ccompat/v7}
 * @param registryUsername who we are to a registry that asks (HTTP Basic); goes with the password
 * @param registryUsernameFile holds that instead, for a registry where one exchanges both
 * @param registryPasswordFile holds the password and is read for each request, as is the file
 *     before, so that a changed login needs no restart
 * @param requestTimeout how long the registry may take to answer before it counts as down
 * @param schemas whether this service may add its schemas to the registry
 * @param retryInterval pause between two attempts to find our own schemas while the service is not
 *     ready for want of the registry
 * @param serializer class that writes values; must write magic 0 and a 4-byte schema id, and must
 *     be safe for use by several threads
 * @param deserializer class that reads values; must return generated classes, and must be safe for
 *     use by several threads
 * @param serde further settings of those two, by their own names; they win over ours
 */
@Validated
@ConfigurationProperties("quadrille.codec")
record CodecProperties(
    @NotNull @DefaultValue("http://localhost:8085/apis/ccompat/v7") URI registryUrl,
    @Nullable String registryUsername,
    @Nullable Path registryUsernameFile,
    @Nullable Path registryPasswordFile,
    @NotNull @DurationMin(millis = 1) @DefaultValue("5s") Duration requestTimeout,
    @NotNull @DefaultValue("register") Schemas schemas,
    @NotNull @DurationMin(millis = 1) @DefaultValue("1s") Duration retryInterval,
    @NotNull @DefaultValue("io.apicurio.registry.serde.avro.AvroKafkaSerializer")
        Class<? extends Serializer<?>> serializer,
    @NotNull @DefaultValue("io.apicurio.registry.serde.avro.AvroKafkaDeserializer")
        Class<? extends Deserializer<?>> deserializer,
    @Nullable Map<String, String> serde) {

  /** What a service does about its own schemas when it starts. */
  enum Schemas {
    /** Register what is missing, at compatibility level FULL: for development. */
    REGISTER,
    /** Only look up what a release has registered before: for production. */
    LOOK_UP
  }

  CodecProperties {
    serde = serde == null ? Map.of() : Map.copyOf(serde);
    registryUsername = "".equals(registryUsername) ? null : registryUsername;
    var usernames = Stream.of(registryUsername, registryUsernameFile).filter(Objects::nonNull);
    if (usernames.count() != (registryPasswordFile == null ? 0 : 1)) {
      throw new IllegalArgumentException(
          "quadrille.codec.registry-password-file goes with one of registry-username and"
              + " registry-username-file");
    }
  }

  /** Who we are to the registry. */
  RegistryLogin registryLogin() {
    if (registryPasswordFile == null) {
      return RegistryLogin.NONE;
    }
    return registryUsernameFile == null
        ? RegistryLogin.of(registryUsername, registryPasswordFile)
        : RegistryLogin.of(registryUsernameFile, registryPasswordFile);
  }
}
