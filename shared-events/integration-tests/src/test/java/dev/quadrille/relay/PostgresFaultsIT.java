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

/**
 * What happens to a PostgreSQL server under a relay. Cases O7 and P5. The network is cut for {@code
 * -Dquadrille.cut=seconds}, ten unless told.
 */
class PostgresFaultsIT {
  private static final UUID ORDER = RelayFixture.ORDER;
  private static final Duration SOON = Duration.ofSeconds(15);
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

  @Test
  void resumesAfterTheServerWasRestartedAndAfterItWasKilled() {
    try (var relay = relay(outbox.database(), Map.of("streaming-threshold", "3s")).start()) {
      await().atMost(SOON).until(relay::streams);
      server.stop();
      await()
          .atMost(SOON)
          .until(() -> !relay.relay().isStreaming() && relay.status().problem() != null);
      server.start();
      awaitRelayed(outbox.append(ORDER, 5));

      server.kill();
      server.start();
      awaitRelayed(outbox.append(ORDER, 5));
      await().atMost(SOON).until(relay::streams);
      assertThat(relay.gaps()).isEqualTo(1);
    }
  }

  @Test
  void resumesWithANewPasswordWithoutARestart() throws IOException {
    var admin = outbox.database();
    var file = directory.resolve("password");
    Files.writeString(file, "first\n");
    admin.execute("CREATE ROLE service LOGIN REPLICATION PASSWORD 'first'");
    admin.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO service");
    var service = new Database(admin.host(), admin.port(), admin.name(), "service", "");
    try (var relay = relay(service, Map.of("password-file", file.toString())).start()) {
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

  @Test
  void resumesAfterTheNetworkWasCut() {
    var cut = Duration.ofSeconds(Long.getLong("quadrille.cut", 10));
    var database = outbox.database();
    try (var link = NetworkLink.to(database.port());
        var relay =
            relay(
                    new Database("127.0.0.1", link.port(), database.name(), database.user(), ""),
                    Map.of("streaming-threshold", "3s"))
                .start()) {
      await().atMost(SOON).until(relay::streams);
      // Packets are lost and nobody is told.
      link.freeze();
      var waiting = outbox.append(ORDER, 5);
      await()
          .pollDelay(cut)
          .atMost(cut.plus(SOON))
          .until(() -> relay.relay().oldestUnpublishedAge().compareTo(cut) > 0);
      assertThat(relay.relay().isStreaming()).isFalse();
      link.restore();
      awaitRelayed(waiting);
      await().atMost(SOON).until(relay::streams);
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

  private static TestRelay relay(Database through, Map<String, String> settings) {
    return new TestRelay(through, BOOTSTRAP, settings);
  }

  private void awaitRelayed(List<UUID> ids) {
    await().atMost(SOON).until(() -> topic.idsOf(ORDER).containsAll(ids));
  }
}
