package dev.quadrille.security;

import dev.quadrille.web.ProblemWriter;
import jakarta.servlet.DispatcherType;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.servlet.OAuth2ResourceServerAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

@AutoConfiguration(before = OAuth2ResourceServerAutoConfiguration.class)
@EnableConfigurationProperties(SecurityProperties.class)
class SecurityAutoConfiguration {
  private static final String[] DOCUMENTATION = {
    "/retrying-safely.html", "/v3/api-docs", "/v3/api-docs.yaml"
  };

  @Bean
  OAuth2TokenValidator<Jwt> tokenRules() {
    return new TokenRules();
  }

  @Bean
  Refusals refusals(ProblemWriter problems) {
    return new Refusals(problems);
  }

  @Bean
  SecurityFilterChain callers(
      HttpSecurity http,
      SecurityProperties settings,
      Refusals refusals,
      ObjectProvider<JwtDecoder> decoder) {
    var tokens = decoder.getIfAvailable(SecurityAutoConfiguration::refuseToStart);
    return http.authorizeHttpRequests(rules -> open(rules, settings.merchants()))
        .oauth2ResourceServer(
            bearers ->
                bearers
                    .jwt(jwt -> jwt.decoder(tokens).jwtAuthenticationConverter(new TokenReader()))
                    .authenticationEntryPoint(refusals)
                    .accessDeniedHandler(refusals)
                    .withObjectPostProcessor(refusing(refusals)))
        .exceptionHandling(
            refused -> refused.authenticationEntryPoint(refusals).accessDeniedHandler(refusals))
        .headers(
            headers ->
                headers.contentSecurityPolicy(
                    policy ->
                        policy.policyDirectives("default-src 'none'; frame-ancestors 'none'")))
        .sessionManagement(none -> none.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        // Browsers attach no bearer token by themselves.
        .csrf(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .build();
  }

  private static void open(
      AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry
          rules,
      List<String> merchants) {
    // What continues a request that was let in, or says why it was not.
    rules.dispatcherTypeMatchers(DispatcherType.ASYNC, DispatcherType.ERROR).permitAll();
    rules.requestMatchers(EndpointRequest.to("health", "prometheus")).permitAll();
    rules.requestMatchers(DOCUMENTATION).permitAll();
    merchants.forEach(path -> rules.requestMatchers(path).hasAuthority(TokenReader.MERCHANT));
    rules.anyRequest().hasAuthority(TokenReader.OPS);
  }

  private static ObjectPostProcessor<BearerTokenAuthenticationFilter> refusing(Refusals refusals) {
    return new ObjectPostProcessor<>() {
      @Override
      public <O extends BearerTokenAuthenticationFilter> O postProcess(O filter) {
        filter.setAuthenticationFailureHandler(refusals);
        return filter;
      }
    };
  }

  private static JwtDecoder refuseToStart() {
    throw new IllegalStateException(
        "nobody's tokens are believed: set one of issuer-uri, jwk-set-uri and public-key-location"
            + " under spring.security.oauth2.resourceserver.jwt");
  }

  @Bean
  WebMvcConfigurer callerResolving() {
    return new WebMvcConfigurer() {
      @Override
      public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new CallerResolver());
      }
    };
  }
}
