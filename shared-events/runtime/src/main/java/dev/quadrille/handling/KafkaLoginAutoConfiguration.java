package dev.quadrille.handling;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;

/** Lets all Kafka clients of this process, whoever makes them, read their password from a file. */
@AutoConfiguration
@EnableConfigurationProperties(HandlingProperties.class)
class KafkaLoginAutoConfiguration {

  @Bean
  static BeanPostProcessor kafkaPasswordFile(ObjectProvider<HandlingProperties> handling) {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof KafkaProperties kafka) {
          var file = handling.getObject().kafkaPasswordFile();
          if (file != null) {
            kafka
                .getProperties()
                .put("sasl.client.callback.handler.class", KafkaPasswordFile.class.getName());
            kafka.getProperties().put(KafkaPasswordFile.PATH, file.toString());
          }
        }
        return bean;
      }
    };
  }
}
