package dev.quadrille.web;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

@AutoConfiguration(before = ErrorMvcAutoConfiguration.class)
@Import({ProblemAdvice.class, ProblemPage.class})
@EnableConfigurationProperties(RequestProperties.class)
class WebAutoConfiguration {
  /** Spring Security's filter (-100) refuses requests whose bodies are still to come. */
  private static final int BEFORE_SECURITY = -110;

  @Bean
  JsonMapperBuilderCustomizer strictJson() {
    return json ->
        json.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(LogicalType.Textual, WebAutoConfiguration::refuseWhatIsNoText)
            .addModule(new ExactNumbers());
  }

  private static void refuseWhatIsNoText(MutableCoercionConfig texts) {
    texts
        .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
  }

  @Bean
  ProblemWriter problemWriter(JsonMapper json) {
    return new ProblemWriter(json);
  }

  @Bean
  FilterRegistrationBean<PromptRequests> promptRequests(
      RequestProperties settings, ProblemWriter problems) {
    var filter = new FilterRegistrationBean<>(new PromptRequests(settings.upload(), problems));
    filter.setOrder(BEFORE_SECURITY);
    return filter;
  }

  @Bean
  Farewell farewell(RequestProperties settings) {
    return new Farewell(settings.farewell());
  }

  @Bean
  FilterRegistrationBean<Farewell> farewells(Farewell farewell) {
    var filter = new FilterRegistrationBean<>(farewell);
    filter.setOrder(BEFORE_SECURITY);
    return filter;
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsOfTomcat() {
    return tomcat ->
        tomcat.addContextCustomizers(
            context -> context.getParent().getPipeline().addValve(new ProblemValve()));
  }
}
