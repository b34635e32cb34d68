package dev.quadrille.testkit.platform;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Finds what the build of this module unpacked for the parts. */
final class Build {

  static final String REGISTRY_HOME = "quadrille.registry.home";

  private static final Path DEFAULT = Path.of("shared-events", "testkit", "target", "registry");

  private Build() {}

  /**
   * The unpacked registry: where the system property {@value #REGISTRY_HOME} says, else in the
   * project that the working directory is in.
   */
  static Path registryHome() {
    String given = System.getProperty(REGISTRY_HOME);
    Path home = given != null ? Path.of(given) : inEnclosingProject();
    if (!Files.isDirectory(home)) {
      throw new PlatformException(
          "no schema registry in %s: build the project first, or name its place with -D%s"
              .formatted(home, REGISTRY_HOME));
    }
    return home.toAbsolutePath();
  }

  /**
   * Where PostgreSQL is unpacked to, once for all: beside the registry, so that {@code mvn clean}
   * removes it.
   */
  static Path postgresHome() {
    return registryHome().resolveSibling("postgres");
  }

  private static Path inEnclosingProject() {
    return Stream.iterate(
            Path.of("").toAbsolutePath(), directory -> directory != null, Path::getParent)
        .map(directory -> directory.resolve(DEFAULT))
        .filter(Files::isDirectory)
        .findFirst()
        .orElse(DEFAULT);
  }
}
