package dev.quadrille.testkit.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerEngineTest {
  @TempDir private Path bin;

  @Test
  void takesTheFirstOnThePathOrTheOneThatIsNamed() throws IOException {
    var docker = program("docker", "exit 0");
    assertThat(found(Map.of())).isEqualTo(docker);
    var podman = program("podman", "exit 0");
    assertThat(found(Map.of())).isEqualTo(podman);
    assertThat(found(Map.of("TOOL", "docker"))).isEqualTo(docker);
    assertThat(found(Map.of("TOOL", docker.toString()))).isEqualTo(docker);
  }

  @Test
  void saysWhatIsMissing() {
    assertMissing(Map.of(), "containers want podman or docker, and this machine has none");
    assertMissing(Map.of("TOOL", "nerdctl"), "containers want nerdctl, and this machine has none");
  }

  @Test
  void saysWhyItDoesNotWork() throws IOException {
    var docker = program("docker", "echo Client:; echo Cannot connect to the daemon >&2; exit 1");
    assertMissing(Map.of(), docker + " does not work here: Cannot connect to the daemon");
  }

  @Test
  void wantsImagesThatAreHere() throws IOException {
    program("podman", "[ $1 = ps ] || [ $5 = localhost/quadrille-order:1 ]");
    var engine = ContainerEngine.find(environment(Map.of()));
    assertThatNoException().isThrownBy(() -> engine.requireImage("localhost/quadrille-order:1"));
    assertThatExceptionOfType(MissingPrerequisiteException.class)
        .isThrownBy(() -> engine.requireImage("localhost/quadrille-order:2"))
        .withMessage(
            "there is no image localhost/quadrille-order:2 on this machine; deploy/images/build"
                + " makes it");
  }

  private Path found(Map<String, String> environment) {
    return ContainerEngine.find(environment(environment)).program();
  }

  private void assertMissing(Map<String, String> environment, String message) {
    assertThatExceptionOfType(MissingPrerequisiteException.class)
        .isThrownBy(() -> ContainerEngine.find(environment(environment)))
        .withMessage(message);
  }

  private Map<String, String> environment(Map<String, String> more) {
    var environment = new HashMap<>(more);
    environment.put("PATH", bin.toString());
    return environment;
  }

  private Path program(String name, String script) throws IOException {
    var file = bin.resolve(name);
    Files.write(file, List.of("#!/bin/sh", script));
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
