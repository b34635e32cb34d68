package dev.quadrille.cli.bench;

import dev.quadrille.testkit.platform.PlatformException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Where results go that programs read. */
final class ResultFiles {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Path directory;

  /**
   * @param directory made if need be
   */
  ResultFiles(Path directory) {
    this.directory = directory;
  }

  /**
   * Writes a report as JSON.
   *
   * @throws PlatformException if that cannot be
   */
  void json(String name, Object report) {
    text(name, JSON.writeValueAsString(report));
  }

  /**
   * Writes a text.
   *
   * @throws PlatformException if that cannot be
   */
  void text(String name, String text) {
    try {
      Files.createDirectories(directory);
      Files.writeString(directory.resolve(name), text);
    } catch (IOException e) {
      throw new PlatformException("cannot write to %s: %s".formatted(directory, e), e);
    }
  }
}
