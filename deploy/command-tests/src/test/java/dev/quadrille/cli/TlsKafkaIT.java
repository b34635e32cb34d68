package dev.quadrille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.contracts.DebitRejected;
import dev.quadrille.contracts.DebitRejectionReason;
import dev.quadrille.order.OrderApplication;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.RunningService;
import dev.quadrille.testkit.platform.KafkaBroker;
import dev.quadrille.testkit.platform.Platform;
import dev.quadrille.testkit.platform.Ports;
import dev.quadrille.testkit.platform.WorkDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kafka as the chart's services reach it, its settings word for word. */
class TlsKafkaIT {
  private static final int FEWEST_ITERATIONS = 4096;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String LOGIN =
      "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\"";
  private static final String ORDER =
      """
      {"merchantOrderNo": "%d", "customerId": "ada", "currency": "EUR",
       "lines": [{"sku": "tea", "quantity": 1, "unitPriceMinor": 5}]}
      """;

  @TempDir private Path secrets;
  private final AtomicInteger orders = new AtomicInteger();
  private final int port = Ports.free();
  private WorkDirectory directory;
  private KafkaBroker broker;

  @BeforeEach
  void prepare() {
    directory = WorkDirectory.temporary();
    broker = new KafkaBroker(directory, Ports.free());
  }

  @AfterEach
  void end() {
    broker.close();
    directory.close();
  }

  @Test
  void isReachedByThoseWhoKnowItsCertificateAndAPassword() throws Exception {
    var kafka = Passport.of("kafka");
    broker.withLoginOverTls(port, kafka.ownersStore(secret("kafka.p12")), Passport.PASSWORD);
    broker.start().createTopics(RunningService.topics(), 1);
    letIn("order", "xyzzy");
    Files.writeString(secret("ca.crt"), kafka.certificatePem());
    Files.writeString(secret("username"), "order");
    Files.writeString(secret("password"), "xyzzy");

    withService(
        service -> {
          thenItTellsAndHears(service);

          letIn("order", "plugh");
          Files.writeString(secret("password"), "plugh");
          thenItTellsAndHears(service);
        },
        "spring.kafka.security.protocol=SASL_SSL",
        "spring.kafka.properties[config.providers]=dir",
        "spring.kafka.properties[config.providers.dir.class]="
            + "org.apache.kafka.common.config.provider.DirectoryConfigProvider",
        "quadrille.handling.kafka-tls.ca=" + secret("ca.crt"),
        "quadrille.handling.kafka-password-file=" + secret("password"),
        "spring.kafka.properties[sasl.mechanism]=SCRAM-SHA-512",
        "spring.kafka.properties[sasl.jaas.config]="
            + LOGIN.formatted("\\${dir:%s:username}".formatted(secrets))
            + ";");

    String[] toolbox = {
      "security.protocol: SASL_SSL",
      "sasl.mechanism: SCRAM-SHA-512",
      "sasl.jaas.config: '" + LOGIN.formatted("order") + " password=\"plugh\";'"
    };
    thenTheToolboxReads(toolbox);
    thenAStrangerIsToldWhy(toolbox, "unable to find valid certification path");
  }

  @Test
  void isReachedByThoseWhoseCertificatesItKnowsAndWhenAllHaveNewOnes() throws Exception {
    show(newCertificates());
    broker.start().createTopics(RunningService.topics(), 1);

    withService(
        service -> {
          thenItTellsAndHears(service);

          broker.stop();
          var next = newCertificates();
          broker.start();
          // Who has nothing to send does not notice.
          await()
              .atMost(PATIENCE)
              .until(
                  () -> {
                    place(service);
                    return ready(service) == 503;
                  });
          Files.writeString(secret("user.crt"), "half of a certificate");
          place(service);
          assertThat(alive(service)).isEqualTo(200);
          show(next);
          thenItTellsAndHears(service);
          await().atMost(PATIENCE).until(() -> ready(service) == 200);
        },
        "spring.kafka.security.protocol=SSL",
        "quadrille.handling.kafka-tls.ca=" + secret("ca.crt"),
        "quadrille.handling.kafka-tls.certificate=" + secret("user.crt"),
        "quadrille.handling.kafka-tls.key=" + secret("user.key"),
        "quadrille.relay.streaming-threshold=2s");

    var both = Files.readString(secret("user.key")) + Files.readString(secret("user.crt"));
    Files.writeString(secret("user.pem"), both);
    thenTheToolboxReads(
        "security.protocol: SSL",
        "ssl.keystore.type: PEM",
        "ssl.keystore.location: " + secret("user.pem"));
  }

  /** Gives the broker and the service new ones; the service has to {@link #show} its own yet. */
  private Passport newCertificates() throws IOException, GeneralSecurityException {
    var kafka = Passport.of("kafka");
    var order = Passport.of("order");
    broker.withMutualTls(
        port,
        kafka.ownersStore(secret("kafka.p12")),
        order.othersStore(secret("known.p12")),
        Passport.PASSWORD);
    Files.writeString(secret("ca.crt"), kafka.certificatePem());
    return order;
  }

  private void show(Passport order) throws IOException, GeneralSecurityException {
    Files.writeString(secret("user.key"), order.keyPem());
    Files.writeString(secret("user.crt"), order.certificatePem());
  }

  private interface Scene {
    void play(RunningService service) throws Exception;
  }

  private void withService(Scene scene, String... settings) throws Exception {
    var platform = Platform.shared().with("127.0.0.1:" + port, Platform.shared().registryUrl());
    var database = platform.newDatabase("order");
    try (var service =
        RunningService.startOn(platform, database, OrderApplication.class, "order", settings)) {
      scene.play(service);
    } finally {
      platform.drop(database);
    }
  }

  /** Out through the relay's producer and in through a consumer. */
  private void thenItTellsAndHears(RunningService service) {
    var order = place(service);
    service.tell(
        new DebitRejected(
            UUID.fromString(order), DebitRejectionReason.INSUFFICIENT_FUNDS, Instant.now()));
    await()
        .atMost(PATIENCE)
        .until(() -> shop(service).get("/orders/" + order).text("status").equals("CANCELLING"));
  }

  private String place(RunningService service) {
    var number = orders.incrementAndGet();
    return shop(service).post("/orders", ORDER.formatted(number)).text("orderId");
  }

  private static HttpCaller shop(RunningService service) {
    return service.calledBy("shop-1");
  }

  private static int alive(RunningService service) {
    return service.calledByNobody().get("/actuator/health/liveness").status();
  }

  private static int ready(RunningService service) {
    return service.calledByNobody().get("/actuator/health/readiness").status();
  }

  private void thenTheToolboxReads(String... login) throws IOException {
    var export =
        export(login, "ssl.truststore.type: PEM", "ssl.truststore.location: " + secret("ca.crt"));
    assertThat(export.err()).isEmpty();
    assertThat(export.exitCode()).isEqualTo(ExitCode.WELL);
    assertThat(Files.readString(secret("window.ndjson"))).contains("OrderPlaced");
  }

  private void thenAStrangerIsToldWhy(String[] login, String why) throws IOException {
    var export = export(login);
    assertThat(export.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(export.err()).contains(why);
  }

  private CommandRun export(String[] login, String... trust) throws IOException {
    var lines = new ArrayList<>(List.of("kafka:", "  bootstrap.servers: 127.0.0.1:" + port));
    List.of(login).forEach(line -> lines.add("  " + line));
    List.of(trust).forEach(line -> lines.add("  " + line));
    lines.add("registry: " + Platform.shared().ccompatUrl());
    var target = Files.write(secret("target.yml"), lines);
    var file = secret("window.ndjson").toString();
    var from = "2020-01-01T00:00:00Z";
    return CommandRun.about(
        target, "export", "--topics", "order.events", "--from", from, "--file", file);
  }

  private void letIn(String user, String password) throws InterruptedException, ExecutionException {
    var scram = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, FEWEST_ITERATIONS);
    try (var admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      admin
          .alterUserScramCredentials(
              List.of(new UserScramCredentialUpsertion(user, scram, password)))
          .all()
          .get();
    }
  }

  private Path secret(String name) {
    return secrets.resolve(name);
  }
}
