package dev.quadrille.testkit.platform;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * The programs of PostgreSQL, from the archive on the class path. The library that brings the
 * archive could run them too, but it believes a killed server running and leaves files when it is
 * killed itself.
 */
final class PostgresBinaries {

  private static final int OWNER_EXECUTABLE = 0100;

  private final Path home;

  private PostgresBinaries(Path home) {
    this.home = home;
  }

  /** Unpacks the programs unless somebody already did. */
  static PostgresBinaries unpacked() {
    try {
      byte[] archive = archive();
      var checksum = new CRC32();
      checksum.update(archive);
      Path home = Build.postgresHome().resolve(Long.toHexString(checksum.getValue()));
      if (!Files.isDirectory(home)) {
        unpack(archive, home);
      }
      return new PostgresBinaries(home);
    } catch (IOException e) {
      throw new PlatformException("cannot unpack PostgreSQL: " + e, e);
    }
  }

  /** The command line of one of the programs. */
  List<String> command(String program, String... arguments) {
    var command = new ArrayList<String>();
    // PostgreSQL refuses to run as root; in a user namespace of its own it is nobody.
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("unshare", "-U"));
    }
    command.add(home.resolve("bin").resolve(program).toString());
    command.addAll(List.of(arguments));
    return command;
  }

  private static byte[] archive() throws IOException {
    String name = "/postgres-%s-%s%s.txz".formatted(system(), machine(), libc());
    try (InputStream archive = PostgresBinaries.class.getResourceAsStream(name)) {
      if (archive == null) {
        throw new PlatformException(
            "no PostgreSQL for this machine: %s is not on the class path".formatted(name));
      }
      return archive.readAllBytes();
    }
  }

  private static String system() {
    return System.getProperty("os.name").startsWith("Mac") ? "darwin" : "linux";
  }

  private static String machine() {
    return System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
  }

  private static String libc() {
    return Files.exists(Path.of("/etc/alpine-release")) ? "-alpine_linux" : "";
  }

  // Beside its final place and then moved, for other JVMs may unpack at the same time and none may
  // see a half.
  private static void unpack(byte[] archive, Path home) throws IOException {
    Path place = Files.createTempDirectory(Directories.create(home.getParent()), "unpacking");
    try (var tar =
        new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(archive)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        unpack(tar, entry, place.resolve(entry.getName()));
      }
    }
    try {
      Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.move(place, home);
    } catch (IOException e) {
      Directories.delete(place);
      if (!Files.isDirectory(home)) {
        throw e;
      }
    }
  }

  private static void unpack(InputStream content, TarArchiveEntry entry, Path target)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      return;
    }
    Files.createDirectories(target.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
      return;
    }
    Files.copy(content, target);
    boolean executable = (entry.getMode() & OWNER_EXECUTABLE) != 0;
    Files.setPosixFilePermissions(
        target, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
  }
}
