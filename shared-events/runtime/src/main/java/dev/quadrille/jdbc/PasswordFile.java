package dev.quadrille.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A password that somebody may change while the service runs, such as a mounted secret.
 *
 * @param path of a file that holds it and nothing else; a line end after it does not count
 */
public record PasswordFile(Path path) {

  /**
   * The password as it is now.
   *
   * @throws UncheckedIOException if it cannot be read
   */
  public String read() {
    try {
      return Files.readString(path).replaceFirst("\\R\\z", "");
    } catch (IOException e) {
      throw new UncheckedIOException("the password cannot be read from " + path, e);
    }
  }
}
