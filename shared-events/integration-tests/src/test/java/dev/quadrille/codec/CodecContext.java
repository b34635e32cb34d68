package dev.quadrille.codec;

import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** The codec as a service gets it, with nothing around. */
final class CodecContext implements AutoCloseable {
  private final AnnotationConfigApplicationContext context =
      new AnnotationConfigApplicationContext();

  private CodecContext(URI registry, String... settings) {
    context.setClassLoader(Thread.currentThread().getContextClassLoader());
    TestPropertyValues.of(settings)
        .and("quadrille.codec.registry-url=" + registry, "quadrille.codec.retry-interval=100ms")
        .applyTo(context);
    context.register(JacksonAutoConfiguration.class, CodecAutoConfiguration.class);
    context.refresh();
  }

  /** Started, ready or not. */
  static CodecContext started(URI registry, String... settings) {
    return new CodecContext(registry, settings);
  }

  /** Started and ready. */
  static CodecContext ready(URI registry, String... settings) {
    var started = started(registry, settings);
    started.awaitReady();
    return started;
  }

  CodecContext awaitReady() {
    await().atMost(Duration.ofSeconds(60)).until(() -> health().getStatus().equals(Status.UP));
    return this;
  }

  EventCodec codec() {
    return context.getBean(EventCodec.class);
  }

  EventSchemas schemas() {
    return context.getBean(EventSchemas.class);
  }

  RegistryClient registry() {
    return context.getBean(RegistryClient.class);
  }

  Health health() {
    return context.getBean(HealthIndicator.class).health();
  }

  @Override
  public void close() {
    context.close();
  }
}
