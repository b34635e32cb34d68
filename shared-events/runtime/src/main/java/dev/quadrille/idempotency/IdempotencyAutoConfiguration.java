package dev.quadrille.idempotency;

import dev.quadrille.handling.Rounds;
import dev.quadrille.state.Ids;
import dev.quadrille.web.ProblemWriter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.servlet.DispatcherType;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.DelegatingFilterProxyRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

@AutoConfiguration(
    afterName = {
      "dev.quadrille.web.WebAutoConfiguration",
      "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration"
    })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean(EntityManagerFactory.class)
@EnableConfigurationProperties(IdempotencyProperties.class)
class IdempotencyAutoConfiguration {
  private static final String FILTER = "idempotencyFilter";

  /** Behind Spring Security's filter (-100): who calls is known, and who may not is gone. */
  private static final int BEHIND_SECURITY = 0;

  @Bean
  DelegatingFilterProxyRegistrationBean idempotencyFilterRegistration() {
    var registration = new DelegatingFilterProxyRegistrationBean(FILTER);
    registration.setOrder(BEHIND_SECURITY);
    registration.setDispatcherTypes(DispatcherType.REQUEST);
    return registration;
  }

  @Bean(FILTER)
  IdempotencyFilter idempotencyFilter(
      @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping handlers,
      KeyedExecution execution,
      ProblemWriter problems,
      IdempotencyMetrics metrics,
      IdempotencyProperties properties) {
    return new IdempotencyFilter(
        new KeyedHandlers(handlers),
        new RequestReader(Math.toIntExact(properties.longestBody().toBytes())),
        execution,
        problems,
        metrics);
  }

  @Bean
  KeyedExecution keyedExecution(
      Front front,
      AtomicMode atomic,
      LeasedMode leased,
      @Qualifier("handlerExceptionResolver") HandlerExceptionResolver failures) {
    return new KeyedExecution(front, atomic, leased, failures);
  }

  @Bean
  AtomicMode atomicMode(
      PlatformTransactionManager transactions, EntityManager entities, Keys keys) {
    return new AtomicMode(new TransactionTemplate(transactions), entities, keys);
  }

  @Bean
  LeasedMode leasedMode(Keys keys, Leases leases, Ids ids, IdempotencyProperties properties) {
    return new LeasedMode(keys, leases, ids, properties.lease());
  }

  @Bean
  Keys idempotencyKeys(JdbcClient jdbc, IdempotencyProperties properties) {
    return new Keys(jdbc, properties.retention());
  }

  @Bean
  Leases leases(Keys keys, IdempotencyProperties properties) {
    return new Leases(keys, properties.lease());
  }

  @Bean
  Rounds leaseRenewal(Leases leases, IdempotencyProperties properties) {
    return new Rounds("leases", properties.lease().dividedBy(3), leases::renew);
  }

  @Bean
  Rounds keyPurge(Keys keys, IdempotencyMetrics metrics, IdempotencyProperties properties) {
    var purge = new KeyPurge(keys, properties.purgeBatch(), metrics);
    return new Rounds("key-purge", properties.purgePause(), purge::round);
  }

  @Bean
  IdempotencyMetrics idempotencyMetrics(MeterRegistry registry) {
    return new IdempotencyMetrics(registry);
  }

  @Bean
  Front idempotencyFront(
      IdempotencyProperties properties,
      ObjectProvider<StringRedisTemplate> redis,
      MeterRegistry meters) {
    return switch (properties.front()) {
      case NONE -> Front.NONE;
      case REDIS -> new RedisFront(redis.getObject(), meters);
    };
  }

  @Bean
  WebMvcConfigurer executions() {
    return new WebMvcConfigurer() {
      @Override
      public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new ExecutionResolver());
      }
    };
  }
}
