package dev.quadrille.web;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

@AutoConfiguration
@ConditionalOnBean(Settled.class)
@EnableConfigurationProperties(WaitingProperties.class)
class WaitingAutoConfiguration {

  @Bean
  WaitingRoom waitingRoom(Settled settled, WaitingProperties settings, MeterRegistry meters) {
    return new WaitingRoom(settled, settings, meters);
  }

  @Bean
  WebMvcConfigurer waitingRequests(WaitingRoom room) {
    return new WebMvcConfigurer() {
      @Override
      public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new WaitingResolver(room));
      }
    };
  }
}
