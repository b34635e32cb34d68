package dev.quadrille.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** A program of others that judges what we wrote. Without it, what it judges is skipped. */
final class Tool {
  /** Where fetch-tools puts what it fetches. */
  private static final Path FETCHED = Path.of("../../.quadrille/tools");

  private final Path program;

  private Tool(Path program) {
    this.program = program;
  }

  /**
   * Finds it.
   *
   * @throws TestAbortedException if this machine has none
   */
  static Tool named(String name) {
    return Stream.concat(
            Stream.of(FETCHED), Stream.of(System.getenv("PATH").split(":")).map(Path::of))
        .map(directory -> directory.resolve(name))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Tool::new)
        .orElseThrow(
            () ->
                new TestAbortedException(
                    "there is no %s on the path: deploy/checks/fetch-tools fetches it"
                        .formatted(name)));
  }

  /** Runs it in a directory and returns all that it says. */
  Said run(Path directory, String... arguments) {
    var command = new ArrayList<>(List.of(program.toAbsolutePath().toString()));
    command.addAll(List.of(arguments));
    try {
      var errors = Files.createTempFile("tool", ".err");
      var process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectError(errors.toFile())
              .start();
      process.getOutputStream().close();
      var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      var said = new Said(process.waitFor(), out, Files.readString(errors));
      Files.delete(errors);
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + command + " ran", e);
    }
  }

  /** How it ended. */
  record Said(int exitCode, String out, String errors) {

    /** All of it, for messages. */
    String all() {
      return out + errors;
    }
  }
}
