package dev.quadrille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.quadrille.testkit.platform.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir private Path data;
  private final int offset = PortOffset.free();

  @AfterEach
  void down() {
    quadrille("down");
  }

  @Test
  void startsAKilledServiceAgainAndStopsWhenAskedTo() {
    var up = CommandRun.at(offset, "up", "--detach", "--processes", "--data", data.toString());
    assertThat(CommandRun.process(up)).satisfies(UpIT::well);
    var before = status();

    ProcessHandle.of(before.pidOf("order")).orElseThrow().destroyForcibly();
    var after =
        await()
            .atMost(PATIENCE)
            .pollInterval(Duration.ofSeconds(1))
            .until(this::status, now -> now.areUp() && now.pidOf("order") != before.pidOf("order"));
    assertThat(after.pidOf("account")).isEqualTo(before.pidOf("account"));

    assertThat(quadrille("up"))
        .returns(ExitCode.BAD, CommandRun::exitCode)
        .returns(
            "error: it runs already, as process %d; 'quadrille down --port-offset %d' stops it%n"
                .formatted(after.pid(), offset),
            CommandRun::err);
    assertThat(CommandRun.process("up", "--port-offset", "0", "--data", data.toString()))
        .returns(ExitCode.BAD, CommandRun::exitCode)
        .returns(
            "error: another system is running on the data in %s%n".formatted(data),
            CommandRun::err);
    assertThat(quadrille("down")).satisfies(UpIT::well);
    assertThat(after.processes()).isEmpty();
    assertThat(StateFile.of(offset).read()).isEmpty();
    assertThat(StateFile.of(offset).output()).doesNotExist();
  }

  @Test
  void namesATakenPortAndLeavesNothing() throws IOException {
    int port = 8083 + offset;
    try (var taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      var up = CommandRun.process(CommandRun.at(offset, "up", "--detach"));
      assertThat(up.exitCode()).isEqualTo(ExitCode.BAD);
      assertThat(up.err())
          .isEqualTo(
              "error: port %d for account is in use; --port-offset N moves all ports by N%n"
                  .formatted(taken.getLocalPort()));
      assertThat(Path.of(up.out().lines().findFirst().orElseThrow().replaceAll(".* ", "")))
          .doesNotExist();
    }
  }

  @Test
  void leavesNoContainerWhenItIsKilled() {
    var prefix = System.getProperty("quadrille.images");
    assumeTrue(prefix != null, "containers run for -Dquadrille.images=PREFIX only");
    var up = CommandRun.at(offset, "up", "--detach", "--images", prefix);
    assertThat(CommandRun.process(up)).satisfies(UpIT::well);
    var running = status();
    assertThat(running.areUp()).isTrue();

    ProcessHandle.of(running.pid()).orElseThrow().destroyForcibly();
    // Containers have the ports of this host.
    await()
        .atMost(PATIENCE)
        .until(
            () -> IntStream.rangeClosed(8081, 8084).allMatch(port -> Ports.isFree(port + offset)));
    assertThat(running.processes()).isEmpty();
  }

  private CommandRun quadrille(String... arguments) {
    return CommandRun.here(CommandRun.at(offset, arguments));
  }

  private RunningParts status() {
    return RunningParts.of(quadrille("status", "--json"));
  }

  private static void well(CommandRun command) {
    assertThat(command.err()).isEmpty();
    assertThat(command.exitCode()).isEqualTo(ExitCode.WELL);
  }
}
