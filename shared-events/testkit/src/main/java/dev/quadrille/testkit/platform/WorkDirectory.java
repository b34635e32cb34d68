package dev.quadrille.testkit.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a part keeps its data and its log: a place that stays, or a temporary one that goes with
 * the part.
 */
public final class WorkDirectory implements AutoCloseable {

  private final Path path;
  private final boolean temporary;

  private WorkDirectory(Path path, boolean temporary) {
    this.path = path;
    this.temporary = temporary;
  }

  /** A new directory that is deleted on close, or when this JVM ends in whatever way. */
  public static WorkDirectory temporary() {
    try {
      Path path = Files.createTempDirectory("quadrille-");
      Reaper.ofThisJvm().deleteAtTheEnd(path);
      return new WorkDirectory(path, true);
    } catch (IOException e) {
      throw new PlatformException("cannot create a temporary directory: " + e, e);
    }
  }

  /** A directory of the caller's, created if need be, that is never deleted. */
  public static WorkDirectory kept(Path path) {
    return new WorkDirectory(Directories.create(path.toAbsolutePath()), false);
  }

  /** A part of this directory, which lives and goes with it. */
  public WorkDirectory part(String name) {
    return kept(path.resolve(name));
  }

  boolean isTemporary() {
    return temporary;
  }

  /** Where it is, absolute. */
  public Path path() {
    return path;
  }

  /** A file of this directory, which need not exist. */
  public Path file(String name) {
    return path.resolve(name);
  }

  @Override
  public void close() {
    if (temporary) {
      Directories.delete(path);
      Reaper.ofThisJvm().forget(path);
    }
  }
}
