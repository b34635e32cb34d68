package dev.quadrille.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.quadrille.testkit.platform.Database;
import dev.quadrille.testkit.platform.Ports;
import dev.quadrille.testkit.platform.PostgresServer;
import dev.quadrille.testkit.platform.WorkDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;

/** A standby server takes over with its copy of the slot: no gap, and nothing lost. */
class RelayFailoverIT {
  private static final String BOOTSTRAP = RelayFixture.PLATFORM.bootstrapServers();
  private static final Map<String, String> FAILOVER = Map.of("failover", "true");

  private final WorkDirectory primaryHome = WorkDirectory.temporary();
  private final WorkDirectory standbyHome = WorkDirectory.temporary();
  private final int standbyPort = Ports.free();
  private PostgresServer primary;
  private Outbox outbox;
  private TopicReader topic;

  @BeforeEach
  void start() {
    var name = "failover_" + Long.toHexString(System.nanoTime());
    RelayFixture.PLATFORM.createTopics(1, name);
    topic = new TopicReader(BOOTSTRAP, name);
    primary = new PostgresServer(primaryHome, Ports.free()).start();
    outbox = new Outbox(primary.createDatabase("relayed"), name);
  }

  @AfterEach
  void stop() {
    topic.close();
    primary.close();
    standbyHome.close();
  }

  @Test
  void goesOnAtAStandbyThatKeptACopyOfTheSlot() throws Exception {
    outbox.database().ask("SELECT pg_create_physical_replication_slot('standby')");
    try (var relay = new TestRelay(outbox.database(), BOOTSTRAP, FAILOVER).start()) {
      eventually(relay::streams);
      copyToStandby();
      try (var standby = standby().start()) {
        outbox.database().execute("ALTER SYSTEM SET synchronized_standby_slots = 'standby'");
        outbox.database().ask("SELECT pg_reload_conf()");
        var copy = new Database("127.0.0.1", standbyPort, "relayed", "postgres", "");
        eventually(
            () -> {
              // The copy is good once the slot has passed such a point; there is one every 15 s.
              outbox.database().ask("SELECT pg_log_standby_snapshot()");
              return copy.ask(
                      "SELECT count(*) FROM pg_replication_slots WHERE synced AND NOT temporary")
                  .equals("1");
            });
        var before = outbox.append(RelayFixture.ORDER, 20);
        eventually(() -> topic.idsOf(RelayFixture.ORDER).containsAll(before));

        primary.kill();
        relay.close();
        copy.ask("SELECT pg_promote()");
        var promoted = new Outbox(copy, outbox.topic());
        try (var next = new TestRelay(copy, BOOTSTRAP, FAILOVER).start()) {
          var after = promoted.append(RelayFixture.ORDER, 20);
          eventually(() -> topic.idsOf(RelayFixture.ORDER).containsAll(after));
          assertThat(topic.idsOf(RelayFixture.ORDER).subList(0, 20)).isEqualTo(before);
          assertThat(next.gaps()).isZero();
        }
      }
    }
  }

  @Test
  void givesTheFlagToASlotThatExistsAndTakesItAgain() {
    for (var failover : new String[] {"false", "true", "false"}) {
      try (var relay =
          new TestRelay(outbox.database(), BOOTSTRAP, Map.of("failover", failover)).start()) {
        eventually(relay::streams);
        eventually(
            () ->
                relay.relay().report().slot() != null
                    && relay.relay().report().slot().failover() == Boolean.parseBoolean(failover));
      }
    }
  }

  private PostgresServer standby() {
    return new PostgresServer(standbyHome, standbyPort)
        .with(
            "primary_conninfo",
            "host=127.0.0.1 port=%d user=postgres dbname=relayed".formatted(primary.port()))
        .with("primary_slot_name", "standby")
        .with("hot_standby_feedback", "on")
        .with("sync_replication_slots", "on");
  }

  // What pg_basebackup does.
  private void copyToStandby() throws SQLException, IOException {
    try (var connection = outbox.database().connect();
        var statement = connection.createStatement()) {
      statement.execute("SELECT pg_backup_start('standby', true)");
      var data = primaryHome.file("data");
      var copy = standbyHome.file("data");
      copy(data, copy);
      try (var label = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
        label.next();
        Files.writeString(copy.resolve("backup_label"), label.getString(1));
      }
      copy(data.resolve("pg_wal"), copy.resolve("pg_wal"));
      // The primary's own slots.
      FileSystemUtils.deleteRecursively(copy.resolve("pg_replslot"));
      Files.createDirectory(copy.resolve("pg_replslot"));
      Files.deleteIfExists(copy.resolve("postmaster.pid"));
      Files.createFile(copy.resolve("standby.signal"));
    }
  }

  // The server goes on: a file may be gone by the time that it is its turn.
  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (var file : (Iterable<Path>) files::iterator) {
        try {
          var copied = to.resolve(from.relativize(file).toString());
          if (Files.isDirectory(file)) {
            Files.createDirectories(copied);
          } else {
            Files.copy(
                file,
                copied,
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.COPY_ATTRIBUTES);
          }
        } catch (NoSuchFileException gone) {
          continue;
        }
      }
    }
    Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rwx------"));
  }

  private static void eventually(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(40)).pollInterval(Duration.ofMillis(100)).until(condition);
  }
}
