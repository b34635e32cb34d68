package dev.quadrille.notification.application;

import dev.quadrille.work.LeasedWorker;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DeliveryProperties.class)
class DeliveryConfiguration {

  @Bean
  LeasedWorker<?, ?> delivery(Courier courier, DeliveryProperties properties) {
    return new LeasedWorker<>(
        "courier", courier, properties.pause(), properties.batch(), properties.lease());
  }
}
