package dev.quadrille.codec;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
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
  @ConditionalOnMissingBean
  RegistryLogin registryLogin(CodecProperties settings) {
    return settings.registryLogin();
  }

  @Bean
  RegistryClient registryClient(CodecProperties settings, RegistryLogin login, JsonMapper json) {
    return new RegistryClient(settings.registryUrl(), login, settings.requestTimeout(), json);
  }

  @Bean
  EventSchemas eventSchemas(RegistryClient registry) {
    return new EventSchemas(registry);
  }

  @Bean
  EventCodec eventCodec(CodecProperties settings, RegistryClient registry, RegistryLogin login) {
    var schemas = new KnownSchemas(registry);
    TrustedClasses.trustEvents();
    return new EventCodec(schemas, new RegistrySerdes(settings, schemas, login));
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
}
