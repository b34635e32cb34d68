package dev.quadrille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.codec.FaultyRegistry;
import dev.quadrille.codec.RegistryLogin;
import dev.quadrille.contracts.EventType;
import dev.quadrille.local.Participant;
import dev.quadrille.local.Rehearsal;
import dev.quadrille.testkit.platform.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A registry that lets in who knows a password. */
class RegistryLoginIT {
  // Any variable that the build sets.
  private static final String PASSWORD = "XDG_STATE_HOME";

  @TempDir private Path directory;
  private final FaultyRegistry registry = new FaultyRegistry(Platform.shared().ccompatUrl());

  @BeforeEach
  void letIn() {
    registry.letIn("oncall", System.getenv(PASSWORD));
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  @Test
  void isToldAndAskedByWhoKnowsIt() throws IOException {
    var target = target("{url: \"%s\", username: oncall, password: \"${%s}\"}", PASSWORD);

    assertThat(CommandRun.about(target, "schemas", "register")).satisfies(RegistryLoginIT::well);
    assertThat(CommandRun.about(target, "schemas", "check")).satisfies(RegistryLoginIT::well);
    assertThat(CommandRun.about(target, "status").out())
        .containsPattern("schema registry +up")
        .doesNotContain(System.getenv(PASSWORD));
  }

  @Test
  void sendsAwayWhoDoesNotAndSaysSoInALine() throws IOException {
    thenIsSentAway(target("{url: \"%s\", username: oncall, password: \"%s\"}", "xyzzy"), "");
    thenIsSentAway(target("\"%s\""), " without a login");
  }

  @Test
  void isAskedByAServiceThatIsRehearsed() {
    var database = Platform.shared().newDatabase("order");
    var login = RegistryLogin.of("oncall", System.getenv(PASSWORD));
    var nobodys = new byte[] {0, 127, 0, 0, 0, 1};
    try (var rehearsal = Rehearsal.of(Participant.ORDER, database, registry.url(), login)) {
      assertThatThrownBy(() -> rehearsal.read(EventType.STOCK_REJECTED, nobodys))
          .hasMessageContaining("unknown schema id");
    } finally {
      Platform.shared().drop(database);
    }
  }

  private void thenIsSentAway(Path target, String without) {
    var check = CommandRun.about(target, "schemas", "check");
    assertThat(check.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(check.err())
        .startsWith(
            "error: The registry does not let us in%s: %s".formatted(without, registry.url()))
        .endsWith(" answered 401\n")
        .hasLineCount(1);
    assertThat(CommandRun.about(target, "status").out())
        .containsPattern("schema registry +down +The registry does not let us in" + without);
  }

  private Path target(String format, String... secret) throws IOException {
    var said = "registry: " + format.replaceFirst("%s", registry.url().toString());
    return Files.writeString(directory.resolve("target.yml"), said.formatted((Object[]) secret));
  }

  private static void well(CommandRun run) {
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.WELL);
  }
}
