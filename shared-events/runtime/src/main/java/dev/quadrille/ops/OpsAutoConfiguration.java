package dev.quadrille.ops;

import dev.quadrille.contracts.Lane;
import dev.quadrille.handling.Lanes;
import dev.quadrille.relay.OutboxRelay;
import dev.quadrille.relay.RelayFaults;
import java.util.Locale;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.format.FormatterRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

@AutoConfiguration(
    afterName = {
      "dev.quadrille.handling.HandlingAutoConfiguration",
      "dev.quadrille.relay.RelayAutoConfiguration"
    })
@ConditionalOnBean(Lanes.class)
@EnableConfigurationProperties(TestSystemProperties.class)
@Import({LanesEndpoint.class, ParkedEndpoint.class, DrainedEndpoint.class})
class OpsAutoConfiguration {

  @Bean
  @ConditionalOnBean(OutboxRelay.class)
  RelayEndpoint relayEndpoint(OutboxRelay relay) {
    return new RelayEndpoint(relay);
  }

  @Bean
  @ConditionalOnBean(RelayFaults.class)
  @ConditionalOnBooleanProperty("quadrille.test-system")
  FaultsEndpoint faultsEndpoint(RelayFaults faults) {
    return new FaultsEndpoint(faults);
  }

  @Bean
  WebMvcConfigurer lanesByLabel() {
    return new WebMvcConfigurer() {
      @Override
      public void addFormatters(FormatterRegistry formatters) {
        formatters.addConverter(
            String.class, Lane.class, label -> Lane.valueOf(label.toUpperCase(Locale.ROOT)));
      }
    };
  }
}
