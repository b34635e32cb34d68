package dev.quadrille.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.state.StateMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Holds a service's README and its state machines together. The diagram stands between a line
 * {@code <!-- states: order -->} and a line {@code <!-- end -->}.
 */
public final class StateDiagram {
  private static final Path README = Path.of("README.md");
  private static final String END = "<!-- end -->\n";

  private StateDiagram() {}

  /** Checks that the README of the module under test draws a machine as it is. */
  public static void assertInReadme(StateMachine<?, ?> machine) {
    var begin = "<!-- states: " + machine.name() + " -->\n";
    var readme = read();
    assertThat(readme).as("%s", README.toAbsolutePath()).contains(begin, END);
    var drawing = readme.substring(readme.indexOf(begin) + begin.length());
    assertThat(drawing.substring(0, drawing.indexOf(END)))
        .as("the diagram of %s in %s", machine.name(), README.toAbsolutePath())
        .isEqualTo("```mermaid\n" + machine.mermaid() + "```\n");
  }

  private static String read() {
    try {
      return Files.readString(README);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
