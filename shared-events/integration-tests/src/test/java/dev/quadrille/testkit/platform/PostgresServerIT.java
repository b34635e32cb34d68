package dev.quadrille.testkit.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresServerIT {

  @TempDir private Path kept;

  private final int port = Ports.free();
  private PostgresServer server;

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void commitsToTheDiskAndDecodesLogically() {
    Database database = server().start().createDatabase("mine");

    assertThat(database.ask("SHOW fsync")).isEqualTo("on");
    assertThat(database.ask("SHOW synchronous_commit")).isEqualTo("on");
    assertThat(database.ask("SHOW full_page_writes")).isEqualTo("on");
    assertThat(database.ask("SHOW wal_level")).isEqualTo("logical");
  }

  @Test
  void refusesToRunWhenItWouldLoseCommits() {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> server().with("synchronous_commit", "off").start())
        .withMessage("PostgreSQL runs with synchronous_commit=off, wanted is on");
    assertThat(server.isRunning()).isFalse();
  }

  @Test
  void keepsWhatWasCommittedWhenItIsKilledAndStartedAgain() {
    Database database = server().start().createDatabase("mine");
    database.execute("CREATE TABLE fact (id int)");
    database.execute("INSERT INTO fact VALUES (42)");

    server.kill();
    assertThat(server.isRunning()).isFalse();
    server.start();

    assertThat(database.ask("SELECT id FROM fact")).isEqualTo("42");
  }

  @Test
  void findsItsDataAgainInADirectoryThatIsKept() {
    server().start().createDatabase("mine").execute("CREATE TABLE fact (id int)");
    server.close();

    assertThat(server().start().createDatabase("mine").ask("SELECT count(*) FROM fact"))
        .isEqualTo("0");
  }

  @Test
  void saysInOneLineThatThePortIsTaken() {
    server().start();

    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(
            () -> new PostgresServer(WorkDirectory.kept(kept.resolve("other")), port).start())
        .withMessage("port %d is in use, PostgreSQL cannot listen on it", port);
  }

  @Test
  void saysInOneLineWhyItDoesNotStart() {
    assertThatExceptionOfType(PlatformException.class)
        .isThrownBy(() -> server().with("shared_buffers", "a lot").start())
        .withMessageMatching(
            "PostgreSQL did not start: .*invalid value for parameter \"shared_buffers\".*");
  }

  private PostgresServer server() {
    server = new PostgresServer(WorkDirectory.kept(kept.resolve("postgres")), port);
    return server;
  }
}
