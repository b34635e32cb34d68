package dev.quadrille.cli.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.local.Participant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionFileTest {
  private static final String SECRET = "s3cr$t\\1";

  @TempDir private Path directory;

  @Test
  void saysHowASystemIsReachedAndTakesSecretsFromTheEnvironment() {
    var connections =
        read(
            """
            kafka:
              bootstrap.servers: kafka:9093
              sasl.jaas.config: x password="${KAFKA_PASSWORD}";
            registry: https://registry/apis/ccompat/v7
            token: ${KAFKA_PASSWORD}
            services:
              order:
                url: https://order
                database: {url: "jdbc:postgresql://db/order", user: reader, password: "${KAFKA_PASSWORD}"}
            """);

    assertThat(connections.kafka())
        .containsEntry("bootstrap.servers", "kafka:9093")
        .containsEntry("sasl.jaas.config", "x password=\"%s\";".formatted(SECRET));
    assertThat(connections.token()).isEqualTo(SECRET);
    assertThat(connections.service(Participant.ORDER).database())
        .isEqualTo(new Connections.Login("jdbc:postgresql://db/order", "reader", SECRET));
  }

  @Test
  void logsOnToARegistryThatAsksForIt() {
    var plain = read("registry: https://registry/apis/ccompat/v7").registry();
    var asks =
        read("""
                registry: {url: https://registry/apis/ccompat/v7, username: oncall, password: "${KAFKA_PASSWORD}"}
                """)
            .registry();

    assertThat(plain)
        .isEqualTo(new Connections.Registry("https://registry/apis/ccompat/v7", null, null));
    assertThat(asks)
        .isEqualTo(new Connections.Registry("https://registry/apis/ccompat/v7", "oncall", SECRET))
        .asString()
        .doesNotContain(SECRET);
    thenRefuses("registry: {url: https://registry, username: oncall}", "is wrong at 'registry'");
    thenRefuses("registry: {url: https://registry, password: s3cret}", "go together");
    thenRefuses("registry: https://oncall:s3cret@registry", "holds a login");
    thenRefuses("registry: {username: oncall, password: s3cret}", "is wrong at 'registry'");
    thenRefuses(
        "registry: {url: x, username: y, password: s3cret, pass: z}", "says 'registry.pass'");
  }

  @Test
  void missesWhatIsAbsentOnlyWhenItIsWanted() {
    var system = new TargetSystem("prod.yml", "", read("token: abc"), null);

    assertThat(system.token()).isEqualTo("abc");
    assertThatThrownBy(() -> system.url(Participant.ACCOUNT))
        .hasMessage("prod.yml does not say account's url");
    assertThatThrownBy(() -> system.database("order"))
        .hasMessage("prod.yml does not say order's database");
    assertThatThrownBy(system::kafka).hasMessage("prod.yml does not say kafka");
  }

  @Test
  void namesWhatIsWrongInOneLineAndQuotesNoValue() {
    thenRefuses("kafak: {}", "says 'kafak', which nobody knows");
    thenRefuses("services: {orders: {url: x}}", "names the service 'orders'");
    thenRefuses(
        "services: {order: {database: {url: x, user: y, password: z, pass: s3cret}}}", ".pass'");
    thenRefuses("services: {order: {database: {url: x, user: y}}}", "is wrong at 'services.order");
    thenRefuses("token: ${NOWHERE}", "wants the variable NOWHERE, which is not set");
    thenRefuses("token: a\ntoken: s3cret", "is no YAML, line ");
    thenRefuses("- a", "is no YAML mapping");
    assertThatThrownBy(() -> ConnectionFile.read(directory.resolve("none"), name -> null))
        .hasMessageEndingWith("none does not exist");
  }

  private void thenRefuses(String yaml, String message) {
    assertThatThrownBy(() -> read(yaml))
        .isInstanceOf(MissingConnectionException.class)
        .hasMessageContaining(message)
        .message()
        .doesNotContain("s3cret", "\n");
  }

  private Connections read(String yaml) {
    try {
      var file = Files.writeString(directory.resolve("system.yml"), yaml);
      return ConnectionFile.read(file, Map.of("KAFKA_PASSWORD", SECRET)::get);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
