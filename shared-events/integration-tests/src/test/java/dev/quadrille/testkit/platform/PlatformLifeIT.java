package dev.quadrille.testkit.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No process and no file outlives its owner. */
class PlatformLifeIT {

  private static final Duration SOON = Duration.ofSeconds(30);

  private static final Pattern MARK = Pattern.compile("quadrille\\.owner=\\S+");

  @TempDir private Path temporary;

  @Test
  void leavesNothingWhenItsOwnerAndItsReaperAreKilled() throws IOException {
    Process owner = owner();
    List<ProcessHandle> parts = owned(owner);
    assertThat(parts).as("postmaster, broker and registry").hasSizeGreaterThanOrEqualTo(3);

    ProcessHandle reaper = reaper(owner);
    reaper.destroyForcibly();
    await().atMost(SOON).until(() -> !reaper(owner).equals(reaper));
    owner.destroyForcibly();

    await().atMost(SOON).until(() -> parts.stream().noneMatch(ProcessHandle::isAlive));
    await().atMost(SOON).until(() -> isEmpty(temporary));
  }

  @Test
  void servesAllWhoAskInABuildAndEndsWithTheBuild() throws IOException {
    Path directory = temporary.resolve("build");
    Process build = new ProcessBuilder("sleep", "600").start();
    try {
      var one =
          CompletableFuture.supplyAsync(() -> SharedPlatform.attach(directory, build.toHandle()));
      var other =
          CompletableFuture.supplyAsync(() -> SharedPlatform.attach(directory, build.toHandle()));
      assertThat(one.join()).isEqualTo(other.join());
      assertThat(one.join().postgres().ask("SELECT 1")).isEqualTo("1");
      int port = one.join().postgres().port();

      build.destroyForcibly();

      await().atMost(SOON).until(() -> !Ports.isListening(port) && Files.notExists(directory));
    } finally {
      build.destroyForcibly();
    }
  }

  @Test
  void leavesNothingWhenAPartDoesNotStart() throws IOException {
    var ports = PlatformPorts.free();
    try (var taken = PostgresServer.temporary().start()) {
      var impossible = new PlatformPorts(taken.port(), ports.kafka(), ports.registry());
      var directory = WorkDirectory.temporary();

      assertThatExceptionOfType(PlatformException.class)
          .isThrownBy(() -> EmbeddedPlatform.start(directory, impossible))
          .withMessage("port %d is in use, PostgreSQL cannot listen on it", taken.port());
      assertThat(Ports.isListening(ports.kafka())).isFalse();
      assertThat(directory.path()).doesNotExist();
    }
  }

  private Process owner() throws IOException {
    var builder =
        new ProcessBuilder(
            Java.executable(),
            "-Djava.io.tmpdir=" + temporary,
            "-D" + Build.REGISTRY_HOME + "=" + Build.registryHome(),
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Dlogback.configurationFile=" + ChildJvm.QUIET_LOGGING,
            PlatformOwner.class.getName());
    builder.environment().put("CLASSPATH", Java.classPath());
    Process owner = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var output = owner.inputReader(StandardCharsets.UTF_8);
    assertThat(output.readLine()).isEqualTo(PlatformOwner.READY);
    return owner;
  }

  // The processes that carry the mark which the reaper was given.
  private static List<ProcessHandle> owned(Process owner) {
    String reaper = reaper(owner).info().commandLine().orElseThrow();
    String mark = MARK.matcher(reaper).results().findFirst().orElseThrow().group();
    return ProcessHandle.allProcesses()
        .filter(process -> process.info().commandLine().orElse("").contains(mark))
        .filter(process -> !process.equals(reaper(owner)))
        .toList();
  }

  private static ProcessHandle reaper(Process owner) {
    return await()
        .atMost(SOON)
        .until(
            () ->
                owner
                    .children()
                    .filter(
                        child ->
                            child
                                .info()
                                .commandLine()
                                .orElse("")
                                .contains(ReaperMain.class.getName()))
                    .findFirst(),
            found -> found.isPresent())
        .orElseThrow();
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isEmpty();
    }
  }
}
