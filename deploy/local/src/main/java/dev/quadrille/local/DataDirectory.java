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
  private static final String LOCK_FILE = "lock";

  private final Path path;
  private final FileChannel lock;

  private DataDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
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
      requireOurs(directory);
      return new DataDirectory(directory, lock(directory));
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
      lock.close();
    } catch (IOException e) {
      throw new PlatformException("cannot leave %s: %s".formatted(path, e), e);
    }
  }

  private static void requireOurs(Path directory) throws IOException {
    Path file = directory.resolve(FORMAT_FILE);
    if (!Files.exists(file)) {
      requireEmpty(directory);
      Files.writeString(file, FORMAT);
    }
    var found = Files.readString(file).strip();
    if (!found.equals(FORMAT)) {
      throw new PlatformException(
          "the data in %s is of another version: it says '%s', wanted is '%s'"
              .formatted(directory, found.lines().findFirst().orElse(""), FORMAT));
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

  // A file that nobody reads: on POSIX systems, closing it anywhere in this process gives up the
  // lock.
  private static FileChannel lock(Path directory) throws IOException {
    var file =
        FileChannel.open(
            directory.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (tryLock(file) == null) {
      file.close();
      throw new PlatformException("another system is running on the data in " + directory);
    }
    return file;
  }

  private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException heldByThisJvm) {
      return null;
    }
  }
}
