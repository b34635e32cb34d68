package dev.quadrille.relay;

import dev.quadrille.jdbc.DatabaseLogin;
import dev.quadrille.tracing.EventTraces;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.ProducerFactory;

/** The relay, and what is told about it. */
@AutoConfiguration(after = KafkaAutoConfiguration.class)
@EnableConfigurationProperties(RelayProperties.class)
class RelayAutoConfiguration {
  @Bean
  UnrelayedEvents unrelayedEvents(DataSource database, RelayProperties settings) {
    return new UnrelayedEvents(JdbcClient.create(database), settings.streamingThreshold());
  }

  /** Where this process may relay. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBooleanProperty(name = "quadrille.relay.enabled", matchIfMissing = true)
  static class Relaying {
    @Bean
    RelayStatus relayStatus(MeterRegistry meters, RelayProperties settings) {
      return new RelayStatus(meters, settings.streamingThreshold());
    }

    @Bean
    RelayFaults relayFaults() {
      return new RelayFaults();
    }

    @Bean
    OutboxRelay outboxRelay(
        RelayStatus status,
        RelayFaults faults,
        EventTraces traces,
        RelayProperties settings,
        RelayDatabase database,
        ProducerFactory<?, ?> kafka,
        Environment environment) {
      return new OutboxRelay(
          new RelayParts(
              environment.getRequiredProperty("spring.application.name"),
              UUID.randomUUID(),
              database,
              kafka.getConfigurationProperties(),
              settings,
              status,
              faults,
              traces));
    }

    @Bean
    RelayDatabase relayDatabase(RelayProperties settings, DatabaseLogin login) {
      return new RelayDatabase(
          settings.url() == null ? login.url() : settings.url(),
          either(settings.username(), login.username()),
          () -> either(settings.ownPassword(), login.password()));
    }

    @Bean
    @ConditionalOnProperty("quadrille.relay.username")
    RelayGrants relayGrants(RelayProperties settings) {
      return new RelayGrants(Objects.requireNonNull(settings.username()));
    }

    @Bean
    @ConditionalOnEnabledHealthIndicator("relay")
    RelayHealthIndicator relayHealthIndicator(RelayStatus status) {
      return new RelayHealthIndicator(status);
    }

    private static @Nullable String either(@Nullable String own, @Nullable String inherited) {
      return own == null ? inherited : own;
    }
  }
}
