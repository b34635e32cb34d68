package dev.quadrille.testkit.architecture;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How much main code a module may have, so that what is not its own business moves to the runtime.
 * Counted are lines of code: no imports, no package lines, no comments, no blank lines.
 */
public final class LineBudget {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Pattern UNCOUNTED =
      Pattern.compile("\\s*|\\s*(import|package|//|/\\*|\\*).*");
  private static final int SHOWN = 5;

  private LineBudget() {}

  /** Checks the module under test. */
  public static void assertKept(int lines) {
    assertKept(SOURCES, lines);
  }

  static void assertKept(Path sources, int lines) {
    var files = files(sources);
    assertThat(files).as("Java files below %s", sources.toAbsolutePath()).isNotEmpty();
    assertThat(files.stream().mapToLong(SourceFile::lines).sum())
        .as(
            "lines of code below %s; the longest files: %s",
            sources.toAbsolutePath(),
            files.stream().limit(SHOWN).map(SourceFile::toString).collect(joining(", ")))
        .isLessThanOrEqualTo(lines);
  }

  private static List<SourceFile> files(Path sources) {
    try (var paths = Files.walk(sources)) {
      return paths
          .filter(path -> path.toString().endsWith(".java"))
          .map(SourceFile::read)
          .sorted(Comparator.comparing(SourceFile::lines).reversed())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record SourceFile(Path name, long lines) {

    private static SourceFile read(Path path) {
      try (var lines = Files.lines(path)) {
        var counted = lines.filter(line -> !UNCOUNTED.matcher(line).matches()).count();
        return new SourceFile(path.getFileName(), counted);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public String toString() {
      return name + " " + lines;
    }
  }
}
