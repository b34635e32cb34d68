package dev.quadrille.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineBudgetTest {
  /** Of these lines, four are code. */
  private static final String PLANTED =
      """
      package planted;

      import java.util.List;
      import static java.util.Map.entry;

      /** Says
       * nothing.
       */
      class Planted {
        // neither does this
        int one; // code all the same
        /* nor this */

        int two;
      }
      """;

  @TempDir Path sources;

  @BeforeEach
  void plant() throws IOException {
    var folder = Files.createDirectories(sources.resolve("planted"));
    Files.writeString(folder.resolve("Planted.java"), PLANTED);
    Files.writeString(folder.resolve("notes.txt"), "no\ncode\n");
  }

  @Test
  void countsCodeAndNothingElse() {
    assertThatCode(() -> LineBudget.assertKept(sources, 4)).doesNotThrowAnyException();
  }

  @Test
  void catchesOneLineTooMany() throws IOException {
    Files.writeString(sources.resolve("More.java"), "class More {}\n");

    assertThatThrownBy(() -> LineBudget.assertKept(sources, 4))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Planted.java 4, More.java 1");
  }

  @Test
  void isNotKeptByLookingInTheWrongPlace() throws IOException {
    var empty = Files.createDirectory(sources.resolve("empty"));

    assertThatThrownBy(() -> LineBudget.assertKept(empty, 4)).isInstanceOf(AssertionError.class);
  }
}
