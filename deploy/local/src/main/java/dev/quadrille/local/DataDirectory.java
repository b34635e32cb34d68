package dev.quadrille.local;

import dev.quadrille.testkit.platform.PlatformException;
import dev.quadrille.testkit.platform.WorkDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory that keeps the data of a system between its runs, for one system at a time. The
 * operating system holds the lock, so it goes with this JVM.
 */
public final class DataDirectory implements AutoCloseable {
  // Changes when older data can no longer be read, as with another main version of PostgreSQL.
  private static final String FORMAT = "quadrille data, format 1";
  private static final String FORMAT_FILE = "format";

  private final Path path;
  private final FileChannel format;

  private DataDirectory(Path path, FileChannel format) {
    this.path = path;
    this.format = format;
  }

  /**
   * Takes a directory, which is created if need be.
   *
   * @throws PlatformException when another system uses it, it cannot be written, or it holds
   *     something else or the data of another version
   */
  public static DataDirectory at(Path path) {
    Path directory = path.toAbsolutePath().normalize();
    try {
      Files.createDirectories(directory);
      Path file = directory.resolve(FORMAT_FILE);
      if (!Files.exists(file)) {
        requireEmpty(directory);
        Files.writeString(file, FORMAT);
      }
      var format = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (lock(format) == null) {
        format.close();
        throw new PlatformException("another system is running on the data in " + directory);
      }
      var data = new DataDirectory(directory, format);
      data.requireFormat(Files.readString(file));
      return data;
    } catch (IOException e) {
      throw new PlatformException("cannot keep data in %s: %s".formatted(directory, e), e);
    }
  }

  /** What a system works in. */
  public WorkDirectory work() {
    return WorkDirectory.kept(path);
  }

  /** Leaves the directory to others. */
  @Override
  public void close() {
    try {
      format.close();
    } catch (IOException e) {
      throw new PlatformException("cannot leave %s: %s".formatted(path, e), e);
    }
  }

  private void requireFormat(String found) {
    if (!found.strip().equals(FORMAT)) {
      close();
      throw new PlatformException(
          "the data in %s is of another version: it says '%s', wanted is '%s'"
              .formatted(path, found.lines().findFirst().orElse(""), FORMAT));
    }
  }

  private static void requireEmpty(Path directory) throws IOException {
    try (Stream<Path> content = Files.list(directory)) {
      if (content.findAny().isPresent()) {
        throw new PlatformException(
            directory + " holds something else than our data; name an empty or a new directory");
      }
    }
  }

  private static @Nullable FileLock lock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException heldByThisJvm) {
      return null;
    }
  }
}
