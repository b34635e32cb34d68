package dev.quadrille.handling;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;

/**
 * Lets all Kafka clients of this process, whoever makes them, read passwords and certificates from
 * files.
 */
@AutoConfiguration
@EnableConfigurationProperties(HandlingProperties.class)
class KafkaLoginAutoConfiguration {

  @Bean
  static BeanPostProcessor kafkaFiles(ObjectProvider<HandlingProperties> handling) {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof KafkaProperties kafka) {
          logOn(kafka.getProperties(), handling.getObject());
        }
        return bean;
      }
    };
  }

  private static void logOn(Map<String, String> clients, HandlingProperties handling) {
    if (handling.kafkaPasswordFile() != null) {
      clients.put("sasl.client.callback.handler.class", KafkaPasswordFile.class.getName());
      put(clients, KafkaPasswordFile.PATH, handling.kafkaPasswordFile());
    }
    var tls = handling.kafkaTls();
    if (tls != null) {
      clients.put("ssl.engine.factory.class", KafkaTlsFiles.class.getName());
      put(clients, KafkaTlsFiles.CA, tls.ca());
      put(clients, KafkaTlsFiles.CERTIFICATE, tls.certificate());
      put(clients, KafkaTlsFiles.KEY, tls.key());
    }
  }

  private static void put(Map<String, String> clients, String setting, @Nullable Path file) {
    if (file != null) {
      clients.put(setting, file.toString());
    }
  }
}
