package dev.quadrille.testkit.platform;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The platform of a build. Its parts belong to a process of their own, {@link PlatformMain}, which
 * ends them when the owner has gone: the Maven process that this test JVM descends from, else this
 * JVM. All JVMs of the build find it in a directory that carries the owner's process id.
 *
 * <p>Services on one Kafka hear each other, so modules that are tested side by side ({@code mvn
 * -T}) do not share: each takes the first platform of the build that nobody is {@linkplain Tenancy
 * tenant} of.
 */
final class SharedPlatform {

  static final String ENDPOINTS = "endpoints.properties";
  static final String PROCESS = "process";

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final List<String> MAVEN =
      List.of(
          "org.codehaus.plexus.classworlds.launcher.Launcher",
          "org.apache.maven.wrapper.MavenWrapperMain");

  private SharedPlatform() {}

  /**
   * The endpoints of the first platform of this build that is free, which is started unless it
   * runs.
   */
  static Endpoints attach() {
    ProcessHandle owner = owner();
    return IntStream.iterate(1, number -> number + 1)
        .mapToObj(number -> attach(directory(owner, number), owner))
        .filter(endpoints -> Tenancy.begin(endpoints.postgres()))
        .findFirst()
        .orElseThrow();
  }

  private static Path directory(ProcessHandle owner, int number) {
    return Path.of(
        System.getProperty("java.io.tmpdir"),
        "quadrille-build-%d-%d".formatted(owner.pid(), number));
  }

  /**
   * The endpoints of the platform in the directory, which is started for the owner unless it runs.
   */
  static Endpoints attach(Path directory, ProcessHandle owner) {
    return read(directory).orElseGet(() -> start(directory, owner));
  }

  private static Endpoints start(Path directory, ProcessHandle owner) {
    var starter = PlatformProcess.start(directory, owner.pid());
    Waiting.until(
        () -> {
          starter.requireNotFailed();
          return read(directory).isPresent();
        },
        PATIENCE,
        () ->
            "the shared platform is not up after %d s; if no other build runs, delete %s"
                .formatted(PATIENCE.toSeconds(), directory));
    return read(directory).orElseThrow();
  }

  /** The endpoints in the directory, if the process that wrote them is still there to keep them. */
  static Optional<Endpoints> read(Path directory) {
    try (Reader reader = Files.newBufferedReader(directory.resolve(ENDPOINTS))) {
      var properties = new Properties();
      properties.load(reader);
      long process = Long.parseLong(properties.getProperty(PROCESS));
      boolean alive = ProcessHandle.of(process).isPresent();
      return alive ? Optional.of(Endpoints.of(properties)) : Optional.empty();
    } catch (IOException absent) {
      return Optional.empty();
    }
  }

  private static ProcessHandle owner() {
    ProcessHandle self = ProcessHandle.current();
    return Stream.iterate(
            self, process -> process != null, process -> process.parent().orElse(null))
        .filter(SharedPlatform::isMaven)
        .findFirst()
        .orElse(self);
  }

  private static boolean isMaven(ProcessHandle process) {
    String command = process.info().commandLine().orElse("");
    return MAVEN.stream().anyMatch(command::contains);
  }
}
