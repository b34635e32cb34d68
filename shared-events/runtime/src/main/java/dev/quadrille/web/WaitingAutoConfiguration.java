package dev.quadrille.web;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

@AutoConfiguration
@ConditionalOnBean(Settled.class)
@EnableConfigurationProperties(WaitingProperties.class)
class WaitingAutoConfiguration {

  /** One look must not keep all who wait from being answered. */
  private static final int LONGEST_LOOK_SECONDS = 5;

  @Bean
  WaitingRoom waitingRoom(
      Settled settled,
      PlatformTransactionManager transactions,
      WaitingProperties settings,
      MeterRegistry meters) {
    var look = new TransactionTemplate(transactions);
    look.setReadOnly(true);
    look.setTimeout(LONGEST_LOOK_SECONDS);
    return new WaitingRoom(ids -> look.execute(status -> settled.among(ids)), settings, meters);
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
