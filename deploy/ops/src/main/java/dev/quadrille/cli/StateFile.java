package dev.quadrille.cli;

import dev.quadrille.testkit.platform.PlatformException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where {@code up} notes which system it runs: one file for each user and port offset. A file whose
 * process is gone counts as none.
 */
final class StateFile {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Path directory;
  private final String name;

  private StateFile(Path directory, int portOffset) {
    this.directory = directory;
    this.name = "up-" + portOffset;
  }

  /** The file of this user, in the place that the XDG Base Directory Specification names. */
  static StateFile of(int portOffset) {
    return new StateFile(notes(), portOffset);
  }

  /** Where commands of this user keep notes. */
  static Path notes() {
    return directory(System.getenv()).resolve("quadrille");
  }

  /** The system that runs, if one does. */
  Optional<RunningSystem> read() {
    try {
      var system = JSON.readValue(Files.readString(file(".json")), RunningSystem.class);
      return Optional.of(system).filter(found -> found.process().isPresent());
    } catch (IOException | JacksonException none) {
      return Optional.empty();
    }
  }

  /**
   * Makes the place for the notes.
   *
   * @throws PlatformException when there can be none
   */
  void prepare() {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  void write(RunningSystem system) {
    try {
      Path unfinished = file(".unfinished");
      Files.writeString(unfinished, JSON.writeValueAsString(system));
      Files.move(unfinished, file(".json"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  void delete() {
    try {
      Files.deleteIfExists(file(".json"));
      Files.deleteIfExists(output());
    } catch (IOException e) {
      // It counts as none anyway.
    }
  }

  /** What a system in the background prints. */
  Path output() {
    return file(".out");
  }

  private Path file(String suffix) {
    return directory.resolve(name + suffix);
  }

  private PlatformException failure(IOException e) {
    return new PlatformException(
        "cannot keep notes in %s: %s; XDG_STATE_HOME names another place".formatted(directory, e),
        e);
  }

  private static Path directory(Map<String, String> environment) {
    // The specification wants relative paths ignored.
    return Optional.ofNullable(environment.get("XDG_STATE_HOME"))
        .map(Path::of)
        .filter(Path::isAbsolute)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".local", "state"));
  }
}
