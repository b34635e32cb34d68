package dev.quadrille.testkit.platform;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/**
 * The process that keeps a build's platform: starts it, tells where it is, and ends it when the
 * build has gone.
 */
final class PlatformMain {

  static final String KIND = "quadrille.platform";

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private PlatformMain() {}

  public static void main(String[] arguments) {
    Path directory = Path.of(arguments[0]);
    long owner = Long.parseLong(arguments[1]);
    try {
      if (claim(directory)) {
        keep(directory, owner);
      }
    } catch (IOException | RuntimeException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
    // Not left to the last thread: libraries start some that never end.
    System.exit(0);
  }

  /** Whether it is on this process to keep the platform. If not, another one does and is ready. */
  private static boolean claim(Path directory) {
    // The one that holds the directory may also be gone, and what it left about to be removed.
    Waiting.until(
        () -> create(directory) || SharedPlatform.read(directory).isPresent(),
        PATIENCE,
        () -> directory + " is taken by a platform that does not come up");
    return SharedPlatform.read(directory).isEmpty();
  }

  // Atomic: of several that try at the same time, one succeeds.
  private static boolean create(Path directory) {
    Reaper reaper = Reaper.ofThisJvm();
    try {
      Files.createDirectory(directory);
      reaper.deleteAtTheEnd(directory);
      return true;
    } catch (FileAlreadyExistsException taken) {
      return false;
    } catch (IOException e) {
      throw new PlatformException("cannot create %s: %s".formatted(directory, e), e);
    }
  }

  private static void keep(Path directory, long owner) throws IOException {
    try (StartedPlatform platform = start()) {
      publish(directory, platform.endpoints());
      ProcessHandle.of(owner).ifPresent(process -> process.onExit().join());
    } finally {
      Directories.delete(directory);
    }
  }

  private static StartedPlatform start() {
    String kind = System.getProperty(KIND, "embedded");
    return switch (kind) {
      case "embedded" -> EmbeddedPlatform.start();
      case "testcontainers" -> ContainerPlatform.start();
      default ->
          throw new PlatformException(
              "%s is %s, known are embedded and testcontainers".formatted(KIND, kind));
    };
  }

  private static void publish(Path directory, Endpoints endpoints) throws IOException {
    var properties = endpoints.toProperties();
    properties.setProperty(SharedPlatform.PROCESS, Long.toString(ProcessHandle.current().pid()));
    Path unfinished = directory.resolve("unfinished");
    try (Writer writer = Files.newBufferedWriter(unfinished)) {
      properties.store(writer, null);
    }
    Files.move(
        unfinished, directory.resolve(SharedPlatform.ENDPOINTS), StandardCopyOption.ATOMIC_MOVE);
  }
}
