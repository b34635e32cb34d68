package dev.quadrille.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.testkit.platform.PlatformException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  @TempDir private Path parent;

  @Test
  void isMadeAndFoundAgain() {
    Path path = parent.resolve("deep/data");
    DataDirectory.at(path).close();

    try (var again = DataDirectory.at(path)) {
      assertThat(again.work().path()).isEqualTo(path);
    }
  }

  @Test
  void servesOneSystemAtATime() {
    try (var first = DataDirectory.at(parent)) {
      assertRefused(parent, "another system is running on the data in " + first.work().path());
    }
  }

  @Test
  void touchesNothingOfOthers() throws IOException {
    Files.createFile(parent.resolve("thesis.tex"));

    assertRefused(parent, parent + " holds something else than our data");
    assertThat(parent).isDirectoryNotContaining("glob:**/format");
  }

  @Test
  void refusesAnotherVersionAndLetsItGo() throws IOException {
    Files.writeString(parent.resolve("format"), "quadrille data, format 0");

    assertRefused(parent, "is of another version: it says 'quadrille data, format 0'");
    assertRefused(parent, "is of another version");
  }

  @Test
  void saysWhyItCannotBeUsed() throws IOException {
    Path file = Files.createFile(parent.resolve("file"));

    assertRefused(file, "cannot keep data in " + file);
  }

  private static void assertRefused(Path path, String message) {
    assertThatThrownBy(() -> DataDirectory.at(path))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n");
  }
}
