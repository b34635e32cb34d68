package dev.quadrille.handling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.OrderLine;
import dev.quadrille.contracts.OrderPlaced;
import dev.quadrille.testkit.RunningService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaPasswordIT {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration SECONDS = Duration.ofSeconds(20);
  private static final int FEWEST_ITERATIONS = 4096;

  @TempDir Path directory;

  @Test // case P5
  void followsAPasswordThatChangesWithoutARestart() throws Exception {
    var secret = directory.resolve("password");
    change(secret, "first");
    var platform = OwnKafka.platformBehindLogin();
    var database = platform.newDatabase("tiny");
    try (var service =
        RunningService.startOn(
            platform,
            database,
            TinyApplication.class,
            "tiny",
            "spring.kafka.properties.security.protocol=SASL_PLAINTEXT",
            "spring.kafka.properties.sasl.mechanism=SCRAM-SHA-512",
            "spring.kafka.properties.sasl.jaas.config="
                + "org.apache.kafka.common.security.scram.ScramLoginModule required"
                + " username=\"quadrille\";",
            "quadrille.relay.streaming-threshold=2s",
            "quadrille.handling.kafka-password-file=" + secret)) {
      thenAnEventComesRound(service);

      changeAtTheBroker("second");
      // Who has nothing to send does not notice, and connections last for a moment.
      await("nobody is let in")
          .atMost(SECONDS)
          .until(
              () -> {
                service.tell(placed(UUID.randomUUID()));
                return ready(service) == 503;
              });
      assertThat(alive(service)).isEqualTo(200);
      Files.writeString(secret, "second");

      thenAnEventComesRound(service);
      await().atMost(SECONDS).until(() -> ready(service) == 200);
      // The admin client tells of the old password until it has logged on with the new one.
      await()
          .atMost(SECONDS)
          .ignoreExceptions()
          .until(() -> service.bean(LaneBacklog.class).left().isEmpty());
    } finally {
      platform.drop(database);
    }
  }

  private static void change(Path secret, String password)
      throws IOException, ExecutionException, InterruptedException {
    changeAtTheBroker(password);
    Files.writeString(secret, password + "\n");
  }

  private static void changeAtTheBroker(String password)
      throws ExecutionException, InterruptedException {
    var scram = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, FEWEST_ITERATIONS);
    OwnKafka.ADMIN
        .alterUserScramCredentials(
            List.of(new UserScramCredentialUpsertion("quadrille", scram, password)))
        .all()
        .get();
  }

  /** Through the relay's producer to the consumer, whose topics the admin client knows. */
  private static void thenAnEventComesRound(RunningService service) {
    var order = UUID.randomUUID();
    service.tell(placed(order));
    await()
        .atMost(SECONDS)
        .until(
            () ->
                service
                    .database()
                    .ask("SELECT count(*) FROM effect WHERE order_id = '" + order + "'")
                    .equals("1"));
  }

  private static OrderPlaced placed(UUID order) {
    var lines = List.of(new OrderLine("tea", 1, 5L));
    return new OrderPlaced(order, "m", "n", "c", "EUR", 5L, lines, NOW, NOW);
  }

  private static int ready(RunningService service) {
    return service.calledByNobody().get("/actuator/health/readiness").status();
  }

  private static int alive(RunningService service) {
    return service.calledByNobody().get("/actuator/health/liveness").status();
  }
}
