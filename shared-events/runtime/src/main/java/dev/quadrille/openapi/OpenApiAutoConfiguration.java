package dev.quadrille.openapi;

import dev.quadrille.idempotency.Execution;
import dev.quadrille.web.Caller;
import dev.quadrille.web.Waiting;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.oas.models.OpenAPI;
import java.io.IOException;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
class OpenApiAutoConfiguration {
  static {
    // What the runtime itself gives to controllers; no caller sends it.
    SpringDocUtils.getConfig()
        .addRequestWrapperToIgnore(Caller.class, Waiting.class, Execution.class);
  }

  @Bean
  Wording apiWording(Environment environment) throws IOException {
    return Wording.of(environment.getRequiredProperty("spring.application.name"));
  }

  @Bean
  OpenAPI apiDescription(Environment environment) {
    return Frame.of(environment.getRequiredProperty("spring.application.name"));
  }

  @Bean
  OperationCustomizer describedOperations(Wording wording) {
    return new DescribedOperations(wording);
  }

  @Bean
  OpenApiCustomizer describedProblems(Wording wording) {
    return new DescribedProblems(wording);
  }

  @Bean
  ModelConverter describedRecords() {
    return new DescribedRecords();
  }
}
