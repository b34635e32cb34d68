package dev.quadrille.inbox;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

@AutoConfiguration(
    afterName = "org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration")
class InboxAutoConfiguration {

  @Bean
  Inbox inbox(JdbcClient jdbc) {
    return new Inbox(jdbc);
  }
}
