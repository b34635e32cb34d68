package dev.quadrille.ops;

import dev.quadrille.handling.Rounds;
import dev.quadrille.state.IntermediateStates;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.format.FormatterRegistry;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

@AutoConfiguration(
    afterName = {
      "org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnBean(IntermediateStates.class)
@EnableConfigurationProperties(OpsProperties.class)
@Import(StuckEndpoint.class)
class StuckAutoConfiguration {

  @Bean
  StuckAggregates stuckAggregates(
      IntermediateStates<?> intermediate, JdbcClient jdbc, OpsProperties properties) {
    return new StuckAggregates(intermediate, jdbc, properties.stuckAfter());
  }

  @Bean
  StuckEvents stuckEvents(JdbcClient jdbc, OpsProperties properties) {
    return new StuckEvents(jdbc, properties.stuckAfter());
  }

  @Bean
  Rounds looksForStuck(
      StuckAggregates stuck,
      StuckEvents events,
      JdbcClient jdbc,
      MeterRegistry registry,
      OpsProperties properties) {
    var gauge = new StuckGauge(stuck, events, registry);
    var invariants = new InvariantGauge(jdbc, registry);
    return new Rounds("stuck", properties.stuckLook(), () -> look(gauge, invariants));
  }

  private static void look(StuckGauge stuck, InvariantGauge invariants) {
    try {
      stuck.look();
    } finally {
      invariants.look();
    }
  }

  @Bean
  WebMvcConfigurer stuckCursors() {
    return new WebMvcConfigurer() {
      @Override
      public void addFormatters(FormatterRegistry formatters) {
        formatters.addConverter(String.class, StuckCursor.class, StuckCursor::parse);
      }
    };
  }
}
