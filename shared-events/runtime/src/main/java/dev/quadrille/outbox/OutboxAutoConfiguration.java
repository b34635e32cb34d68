package dev.quadrille.outbox;

import dev.quadrille.codec.EventCodec;
import dev.quadrille.state.Ids;
import dev.quadrille.tracing.EventTraces;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

@AutoConfiguration(afterName = "dev.quadrille.codec.CodecAutoConfiguration")
@EnableConfigurationProperties(OutboxProperties.class)
class OutboxAutoConfiguration {

  @Bean
  Outbox outbox(
      JdbcClient jdbc, EventCodec codec, Ids ids, EventTraces traces, OutboxProperties properties) {
    return new Outbox(jdbc, codec, ids, traces, properties);
  }

  @Bean
  OutboxDays outboxDays(JdbcClient jdbc, OutboxProperties properties) {
    return new OutboxDays(jdbc, properties.retention());
  }
}
