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
import org.junit.jupiter.api.Test;

class UpIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final int offset = PortOffset.free();

  @Test
  void leavesNothingWhenItIsKilledWhileItStarts() throws IOException {
    var up = CommandRun.begin(CommandRun.at(offset, "up", "--processes"));
    var directory = directory(up.inputReader().readLine());
    await().atMost(PATIENCE).until(() -> up.descendants().anyMatch(UpIT::isOrder));
    var parts = up.descendants().toList();
    assertThat(directory).exists();

    up.destroyForcibly();

    await().atMost(PATIENCE).until(() -> parts.stream().noneMatch(ProcessHandle::isAlive));
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(directory).doesNotExist());
    assertThat(CommandRun.here(CommandRun.at(offset, "status")).exitCode())
        .isEqualTo(ExitCode.UNREACHABLE);
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
      assertThat(directory(up.out().lines().findFirst().orElseThrow())).doesNotExist();
    }
  }

  @Test
  void leavesNoContainerWhenItIsKilled() {
    var prefix = System.getProperty("quadrille.images");
    assumeTrue(prefix != null, "containers run for -Dquadrille.images=PREFIX only");
    var up = CommandRun.process(CommandRun.at(offset, "up", "--detach", "--images", prefix));
    assertThat(up.exitCode()).as(up.err()).isEqualTo(ExitCode.WELL);
    var status = CommandRun.here(CommandRun.at(offset, "status", "--json"));
    var running = RunningParts.of(status);
    assertThat(running.areUp()).isTrue();

    ProcessHandle.of(running.pid()).orElseThrow().destroyForcibly();
    // Containers have the ports of this host.
    await()
        .atMost(PATIENCE)
        .until(
            () -> IntStream.rangeClosed(8081, 8084).allMatch(port -> Ports.isFree(port + offset)));
    assertThat(running.processes()).isEmpty();
  }

  private static Path directory(String firstLine) {
    return Path.of(firstLine.replaceAll(".* ", ""));
  }

  private static boolean isOrder(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains("OrderApplication");
  }
}
