package dev.quadrille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.DebitRejected;
import dev.quadrille.contracts.DebitRejectionReason;
import dev.quadrille.order.OrderApplication;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.platform.KafkaBroker;
import dev.quadrille.testkit.platform.Platform;
import dev.quadrille.testkit.platform.Ports;
import dev.quadrille.testkit.platform.WorkDirectory;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kafka as {@code kafka.protocol: SASL_SSL} of the chart reaches it, its settings word for word.
 */
class TlsKafkaIT {
  private static final String SECRET = "for-tests";
  private static final int FEWEST_ITERATIONS = 4096;

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String ORDER =
      """
      {"merchantOrderNo": "1", "customerId": "ada", "currency": "EUR",
       "lines": [{"sku": "tea", "quantity": 1, "unitPriceMinor": 5}]}
      """;

  @TempDir private Path secrets;

  @Test
  void isReachedByAServiceAndTheToolboxThatKnowItsCertificate() throws Exception {
    keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=kafka", "-ext", "san=ip:127.0.0.1");
    keytool("-exportcert", "-rfc", "-file", "ca.crt");
    var login =
        "org.apache.kafka.common.security.scram.ScramLoginModule required"
            + " username=\"order\" password=\"%s\";".formatted(SECRET);
    Files.writeString(secrets.resolve("sasl.jaas.config"), login);
    int port = Ports.free();
    try (var directory = WorkDirectory.temporary();
        var broker =
            new KafkaBroker(directory, Ports.free())
                .withLogin(port)
                .withTls(secrets.resolve("kafka.p12"), SECRET)
                .start()) {
      broker.createTopics(RunningService.topics(), 1);
      letIn(broker);
      var platform = Platform.shared().with("127.0.0.1:" + port, Platform.shared().registryUrl());
      var database = platform.newDatabase("order");
      try (var service =
          RunningService.startOn(
              platform, database, OrderApplication.class, "order", settingsOfTheChart())) {
        thenTheServiceTellsAndHears(service);
        thenTheToolboxReads(port, login);
      } finally {
        platform.drop(database);
      }
    }
  }

  /** Out through the relay's producer and in through a consumer. */
  private static void thenTheServiceTellsAndHears(RunningService service) {
    var shop = service.calledBy("shop-1");
    var order = shop.post("/orders", ORDER).text("orderId");
    service.tell(
        new DebitRejected(
            UUID.fromString(order), DebitRejectionReason.INSUFFICIENT_FUNDS, Instant.now()));
    await()
        .atMost(PATIENCE)
        .until(() -> shop.get("/orders/" + order).text("status").equals("CANCELLING"));
  }

  private void thenTheToolboxReads(int port, String login) throws IOException {
    var knowing =
        target(port, login, "ssl.truststore.type: PEM", "ssl.truststore.location: " + ca());
    var export = export(knowing);
    assertThat(export.err()).isEmpty();
    assertThat(export.exitCode()).isEqualTo(ExitCode.WELL);
    assertThat(Files.readString(secrets.resolve("window.ndjson"))).contains("OrderPlaced");

    assertThat(export(target(port, login)))
        .returns(ExitCode.UNREACHABLE, CommandRun::exitCode)
        .satisfies(
            run -> assertThat(run.err()).contains("unable to find valid certification path"));
  }

  private CommandRun export(Path target) {
    var file = secrets.resolve("window.ndjson").toString();
    return CommandRun.about(
        target,
        "export",
        "--topics",
        "order.events",
        "--from",
        "2020-01-01T00:00:00Z",
        "--file",
        file);
  }

  private Path target(int port, String login, String... more) throws IOException {
    var lines = new ArrayList<>(List.of("kafka:"));
    Stream.concat(
            Stream.of(
                "bootstrap.servers: 127.0.0.1:" + port,
                "security.protocol: SASL_SSL",
                "sasl.mechanism: SCRAM-SHA-256",
                "sasl.jaas.config: '" + login + "'"),
            Stream.of(more))
        .forEach(line -> lines.add("  " + line));
    lines.add("registry: " + Platform.shared().ccompatUrl());
    return Files.write(secrets.resolve("target.yml"), lines);
  }

  private String[] settingsOfTheChart() {
    var kafka = "spring.kafka.properties";
    return new String[] {
      "spring.kafka.security.protocol=SASL_SSL",
      kafka + "[config.providers]=dir",
      kafka
          + "[config.providers.dir.class]="
          + "org.apache.kafka.common.config.provider.DirectoryConfigProvider",
      kafka + "[ssl.truststore.type]=PEM",
      kafka + "[ssl.truststore.certificates]=\\${dir:%s:ca.crt}".formatted(secrets),
      kafka + "[sasl.mechanism]=SCRAM-SHA-256",
      kafka + "[sasl.jaas.config]=\\${dir:%s:sasl.jaas.config}".formatted(secrets)
    };
  }

  private static void letIn(KafkaBroker broker) throws InterruptedException, ExecutionException {
    var scram = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_256, FEWEST_ITERATIONS);
    try (var admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .alterUserScramCredentials(
              List.of(new UserScramCredentialUpsertion("order", scram, SECRET)))
          .all()
          .get();
    }
  }

  private Path ca() {
    return secrets.resolve("ca.crt");
  }

  private void keytool(String... arguments) throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin/keytool").toString()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", "kafka", "-keystore", "kafka.p12", "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", SECRET));
    var process =
        new ProcessBuilder(command)
            .directory(secrets.toFile())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isZero();
  }
}
