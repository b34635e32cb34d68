package dev.quadrille.notification.application;

import dev.quadrille.handling.Rounds;
import dev.quadrille.notification.domain.Notifications;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DeliveryProperties.class)
class DeliveryConfiguration {

  @Bean
  Rounds courierRounds(
      Notifications notifications,
      Deliveries deliveries,
      Channel channel,
      DeliveryProperties properties) {
    var courier = new Courier(notifications, deliveries, channel, properties);
    return new Rounds("courier", properties.pause(), courier::round);
  }

  @Bean
  Rounds expiredClaims(Deliveries deliveries, DeliveryProperties properties) {
    var pause = properties.lease().dividedBy(10);
    return new Rounds("expired-claims", pause, deliveries::giveUp);
  }
}
