package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.tracing.EventTraces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;

class RelayAutoConfigurationTest {
  // Nobody listens on port 1.
  private final ApplicationContextRunner service =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  RelayAutoConfiguration.class,
                  ClassUtils.resolveClassName("dev.quadrille.jdbc.LoginAutoConfiguration", null),
                  KafkaAutoConfiguration.class,
                  DataSourceAutoConfiguration.class))
          .withBean(SimpleMeterRegistry.class)
          .withBean(EventTraces.class, EventTraces::none)
          .withPropertyValues(
              "spring.application.name=order",
              "spring.kafka.bootstrap-servers=127.0.0.1:1",
              "spring.kafka.security.protocol=SASL_SSL",
              "spring.datasource.url=jdbc:postgresql://127.0.0.1:1/orders");

  @Test
  void startsWithoutADatabaseAndSaysWhatIsWrong() {
    service.run(
        context -> {
          assertThat(context).hasNotFailed();
          assertThat(context.getBean(OutboxRelay.class).isRunning()).isTrue();
          var health = context.getBean(RelayHealthIndicator.class).health();
          assertThat(health.getStatus()).isEqualTo(Status.DOWN);
          assertThat(health.getDetails()).containsKeys("reason", "role", "behindMillis");
        });
  }

  @Test
  void relaysWhereTheServiceIs() {
    service
        .withPropertyValues("spring.datasource.username=order")
        .run(
            context -> {
              var database = context.getBean(RelayDatabase.class);
              assertThat(database.name()).isEqualTo("orders");
              assertThat(database.parameters()).containsEntry("user", "order");
            });
  }

  @Test
  void relaysWhereItIsTold() {
    service
        .withPropertyValues(
            "quadrille.relay.url=jdbc:postgresql://127.0.0.1:1/direct",
            "quadrille.relay.username=relay")
        .run(
            context -> {
              var database = context.getBean(RelayDatabase.class);
              assertThat(database.name()).isEqualTo("direct");
              assertThat(database.parameters()).containsEntry("user", "relay");
            });
  }

  @Test
  void logsOnWithThePasswordThatAFileHoldsNow(@TempDir Path directory) {
    var file = directory.resolve("password");
    service
        .withPropertyValues("quadrille.jdbc.password-file=" + file)
        .run(
            context -> {
              var database = context.getBean(RelayDatabase.class);
              for (var password : List.of("first", "second")) {
                Files.writeString(file, password + "\r\n");
                assertThat(database.parameters()).containsEntry("password", password);
              }
            });
  }

  @Test
  void leavesTheRelayOutWhenDisabled() {
    service
        .withPropertyValues("quadrille.relay.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(OutboxRelay.class));
  }

  @Test
  void refusesASlotNameThatPostgresRefuses() {
    service
        .withPropertyValues("quadrille.relay.slot=Not-A-Slot")
        .run(context -> assertThat(context).hasFailed());
  }
}
