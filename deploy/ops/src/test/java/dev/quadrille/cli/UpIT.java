package dev.quadrille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class UpIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  @TempDir private Path state;
  @TempDir private Path data;
  private final int offset = PortOffset.free();

  @AfterEach
  void down() {
    quadrille("down");
  }

  @Test
  void leavesNothingWhenItIsKilled() {
    assertThat(quadrille("up", "--detach")).satisfies(UpIT::well);
    var status = await().atMost(PATIENCE).until(this::status, UpIT::isUp);
    assertThat(parts(status)).hasSize(7);

    ProcessHandle.of(status.path("pid").asLong()).orElseThrow().destroyForcibly();

    await().atMost(PATIENCE).until(() -> processes(status).isEmpty());
    var directory = Path.of(status.path("directory").asString());
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(directory).doesNotExist());
    assertThat(quadrille("status").exitCode()).isEqualTo(ExitCode.UNREACHABLE);
  }

  @Test
  void startsAKilledServiceAgainAndStopsWhenAskedTo() {
    assertThat(quadrille("up", "--detach", "--processes", "--data", data.toString()))
        .satisfies(UpIT::well);
    var before = status();

    ProcessHandle.of(pid(before, "order")).orElseThrow().destroyForcibly();
    // Each look is a process of its own.
    var after =
        await()
            .atMost(PATIENCE)
            .pollInterval(Duration.ofSeconds(2))
            .until(this::status, now -> isUp(now) && pid(now, "order") != pid(before, "order"));
    assertThat(pid(after, "account")).isEqualTo(pid(before, "account"));

    assertThat(quadrille("up"))
        .returns(ExitCode.BAD, CommandProcess::exitCode)
        .returns(
            "error: it runs already, as process %d; 'quadrille down --port-offset %d' stops it%n"
                .formatted(after.path("pid").asLong(), offset),
            CommandProcess::err);
    var onSameData =
        CommandProcess.run(state, "up", "--port-offset", "0", "--data", data.toString());
    assertThat(onSameData)
        .returns(ExitCode.BAD, CommandProcess::exitCode)
        .returns(
            "error: another system is running on the data in %s%n".formatted(data),
            CommandProcess::err);
    assertThat(quadrille("down")).satisfies(UpIT::well);
    assertThat(processes(after)).isEmpty();
    assertThat(state.resolve("quadrille")).isEmptyDirectory();
  }

  @Test
  void namesATakenPortAndLeavesNothing() throws IOException {
    int port = 8083 + offset;
    try (var taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      var up = quadrille("up", "--detach");
      assertThat(up.exitCode()).isEqualTo(ExitCode.BAD);
      assertThat(up.err())
          .isEqualTo(
              "error: port %d for account is in use; --port-offset N moves all ports by N%n"
                  .formatted(taken.getLocalPort()));
      assertThat(Path.of(up.out().lines().findFirst().orElseThrow().replaceAll(".* ", "")))
          .doesNotExist();
    }
  }

  private CommandProcess quadrille(String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--port-offset", Integer.toString(offset)));
    return CommandProcess.run(state, all.toArray(String[]::new));
  }

  private JsonNode status() {
    return JsonMapper.shared().readTree(quadrille("status", "--json").out());
  }

  // A look has little patience, and the machine may be busy.
  private static boolean isUp(JsonNode status) {
    return parts(status).stream().allMatch(part -> part.path("up").asBoolean());
  }

  private static void well(CommandProcess command) {
    assertThat(command.err()).isEmpty();
    assertThat(command.exitCode()).isEqualTo(ExitCode.WELL);
  }

  private static List<Long> processes(JsonNode status) {
    return parts(status).stream()
        .map(part -> part.path("pid").asLong())
        .filter(pid -> ProcessHandle.of(pid).isPresent())
        .toList();
  }

  private static long pid(JsonNode status, String part) {
    return parts(status).stream()
        .filter(found -> found.path("part").asString().equals(part))
        .mapToLong(found -> found.path("pid").asLong())
        .findFirst()
        .orElseThrow();
  }

  private static List<JsonNode> parts(JsonNode status) {
    return StreamSupport.stream(status.path("parts").spliterator(), false).toList();
  }
}
