package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.NetworkLink;
import dev.quadrille.testkit.platform.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.health.contributor.Status;

/**
 * What happens to a PostgreSQL server under a relay. Cases O7 and P5. The network is cut for {@code
 * -Dquadrille.cut=seconds}, unless told for longer than the engine waits for an answer.
 */
class PostgresFaultsIT {
  private static final UUID ORDER = RelayFixture.ORDER;
  private static final Duration SOON = RelayFixture.SOON;
  private static final String BOOTSTRAP = RelayFixture.PLATFORM.bootstrapServers();

  @TempDir private static Path directory;
  private static PostgresServer server;

  private Outbox outbox;
  private TopicReader topic;

  @BeforeAll
  static void startServer() throws IOException {
    var access = directory.resolve("access.conf");
    Files.writeString(
        access,
        """
        host all postgres 127.0.0.1/32 trust
        host all all      127.0.0.1/32 scram-sha-256
        """);
    server = PostgresServer.temporary().with("hba_file", access.toString()).start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void prepare() {
    var name = "faults_" + Long.toHexString(System.nanoTime());
    RelayFixture.PLATFORM.createTopics(3, name);
    outbox = new Outbox(server.createDatabase(name), name);
    topic = new TopicReader(BOOTSTRAP, name);
  }

  @AfterEach
  void close() {
    topic.close();
  }

  @ParameterizedTest
  @EnumSource(RelayMode.class)
  void resumesAfterTheServerWasRestartedAndAfterItWasKilled(RelayMode mode) {
    try (var relay = relay(outbox.database(), impatient(mode)).start()) {
      await().atMost(SOON).until(relay::streams);
      server.stop();
      await()
          .atMost(SOON)
          .until(() -> !relay.relay().isStreaming() && relay.status().problem() != null);
      assertThat(relay.reason()).isEqualTo(relay.status().problem());
      assertThat(relay.relay().oldestUnpublishedAge()).isGreaterThan(Duration.ofSeconds(3));
      server.start();
      awaitRelayed(outbox.append(ORDER, 5));

      server.kill();
      server.start();
      awaitRelayed(outbox.append(ORDER, 5));
      await().atMost(SOON).until(relay::streams);
      assertThat(relay.gaps()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(RelayMode.class)
  void resumesWithANewPasswordWithoutARestart(RelayMode mode) throws IOException {
    var admin = outbox.database();
    var file = directory.resolve("password");
    Files.writeString(file, "first\n");
    admin.execute("CREATE ROLE service LOGIN REPLICATION PASSWORD 'first'");
    admin.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO service");
    if (mode == RelayMode.POLLING) {
      admin.execute("ALTER TABLE outbox OWNER TO service");
    }
    var service = new Database(admin.host(), admin.port(), admin.name(), "service", "");
    var settings = Map.of("mode", mode.name(), "password-file", file.toString());
    try (var relay = relay(service, settings).start()) {
      await().atMost(SOON).until(relay::streams);
      admin.execute("ALTER ROLE service PASSWORD 'second'");
      admin.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'service'");
      var waiting = outbox.append(ORDER, 5);
      await()
          .atMost(SOON)
          .until(() -> String.valueOf(relay.status().problem()).contains("authentication failed"));
      Files.writeString(file, "second\n");
      awaitRelayed(waiting);
      await().atMost(SOON).until(relay::streams);
      assertThat(relay.gaps()).isEqualTo(1);
    }
    admin.execute("DROP OWNED BY service");
    admin.execute("DROP ROLE service");
  }

  @ParameterizedTest
  @EnumSource(RelayMode.class)
  void resumesAfterTheNetworkWasCut(RelayMode mode) {
    var cut = Duration.ofSeconds(Long.getLong("quadrille.cut", 27));
    var database = outbox.database();
    try (var link = NetworkLink.to(database.port());
        var relay =
            relay(
                    new Database("127.0.0.1", link.port(), database.name(), database.user(), ""),
                    impatient(mode))
                .start()) {
      await().atMost(SOON).until(relay::streams);
      // Packets are lost and nobody is told.
      link.freeze();
      var waiting = outbox.append(ORDER, 5);
      await()
          .pollDelay(cut)
          .atMost(cut.plus(SOON))
          .until(() -> relay.relay().oldestUnpublishedAge().compareTo(cut) > 0);
      assertThat(relay.health().getStatus()).isEqualTo(Status.DOWN);
      assertThat(relay.reason()).isEqualTo(relay.status().problem()).isNotNull();
      link.restore();
      awaitRelayed(waiting);
      await().atMost(SOON).until(relay::streams);
      assertThat(relay.gaps()).isEqualTo(1);
    }
  }

  @Test
  void namesTheLevelOfTheLogThatIsMissing() {
    try (var plain = PostgresServer.temporary().with("wal_level", "replica").start()) {
      var elsewhere = new Outbox(plain.createDatabase("plain"), outbox.topic());
      var waiting = elsewhere.append(ORDER, 3);
      try (var relay = relay(elsewhere.database(), Map.of()).start()) {
        await()
            .atMost(SOON)
            .until(
                () -> String.valueOf(relay.status().problem()).contains("set wal_level = logical"));
      }
      // Or polled.
      try (var relay = relay(elsewhere.database(), Map.of("mode", "polling")).start()) {
        awaitRelayed(waiting);
        await().atMost(SOON).until(relay::streams);
      }
    }
  }

  private static Map<String, String> impatient(RelayMode mode) {
    return Map.of("mode", mode.name(), "streaming-threshold", "3s");
  }

  private static TestRelay relay(Database through, Map<String, String> settings) {
    return new TestRelay(through, BOOTSTRAP, settings);
  }

  private void awaitRelayed(List<UUID> ids) {
    await().atMost(SOON).until(() -> topic.idsOf(ORDER).containsAll(ids));
  }
}
