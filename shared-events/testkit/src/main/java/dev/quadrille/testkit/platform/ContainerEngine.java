package dev.quadrille.testkit.platform;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Podman or Docker, whichever this machine has. {@code TOOL} in the environment names one, as for
 * the scripts in {@code deploy/images}.
 *
 * @param program its client, absolute
 */
public record ContainerEngine(Path program) {

  /**
   * Finds the one of this machine and makes sure that it works.
   *
   * @throws MissingPrerequisiteException when there is none, or it does not
   */
  public static ContainerEngine find() {
    return find(System.getenv());
  }

  static ContainerEngine find(Map<String, String> environment) {
    var names =
        Optional.ofNullable(environment.get("TOOL"))
            .map(List::of)
            .orElse(List.of("podman", "docker"));
    var engine =
        names.stream()
            .flatMap(name -> on(environment.getOrDefault("PATH", ""), name))
            .findFirst()
            .map(ContainerEngine::new)
            .orElseThrow(
                () ->
                    new MissingPrerequisiteException(
                        "containers want %s, and this machine has none"
                            .formatted(String.join(" or ", names))));
    var containers = engine.run("ps", "-q");
    if (containers.exitCode() != 0) {
      throw new MissingPrerequisiteException(
          "%s does not work here: %s".formatted(engine.program, containers.lastLine()));
    }
    return engine;
  }

  /**
   * Makes sure that an image is on this machine.
   *
   * @throws MissingPrerequisiteException when it is not
   */
  public void requireImage(String image) {
    if (run("image", "inspect", "--format", "{{.Id}}", image).exitCode() != 0) {
      throw new MissingPrerequisiteException(
          "there is no image %s on this machine; deploy/images/build makes it".formatted(image));
    }
  }

  void kill(String container) {
    // One that has ended cannot be killed, and need not be.
    run("kill", container);
  }

  private static Stream<Path> on(String path, String name) {
    // Of an absolute name, resolving leaves just that.
    return Stream.of(path.split(":"))
        .map(directory -> Path.of(directory).resolve(name).toAbsolutePath())
        .filter(Files::isExecutable);
  }

  private Said run(String... arguments) {
    var command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Said(process.waitFor(), text);
    } catch (IOException e) {
      throw new PlatformException("cannot run %s: %s".formatted(program, e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PlatformException("interrupted while %s ran".formatted(command), e);
    }
  }

  private record Said(int exitCode, String text) {

    String lastLine() {
      return text.lines().filter(line -> !line.isBlank()).reduce("", (before, line) -> line);
    }
  }
}
