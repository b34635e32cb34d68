package dev.quadrille.inbox;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

@AutoConfiguration(
    afterName = "org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration")
@EnableConfigurationProperties(InboxProperties.class)
class InboxAutoConfiguration {

  @Bean
  Inbox inbox(JdbcClient jdbc) {
    return new Inbox(jdbc);
  }

  @Bean
  InboxDays inboxDays(InboxProperties properties, ObjectProvider<TopicRetention> topics) {
    return new InboxDays(properties, topics.getIfAvailable(() -> TopicRetention.NO_TOPICS));
  }
}
