package dev.quadrille.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.checks.Tool.Said;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The chart and what it renders. */
final class Chart {
  private static final Path DIRECTORY = Path.of("../helm/quadrille");
  private final Tool helm = Tool.named("helm");

  /** The names of the sets of values that come with it. */
  static List<String> valueSets() {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("values-.+\\.yaml"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A set of values. */
  static JsonNode values(String file) {
    try {
      return JsonMapper.shared()
          .valueToTree(new Yaml().load(Files.readString(DIRECTORY.resolve(file))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Said lint(String values) {
    return helm.run(DIRECTORY, "lint", ".", "--strict", "--values", values);
  }

  /**
   * What helm would apply.
   *
   * @param settings each {@code name=value}, or an option of helm's
   */
  Said template(String values, String... settings) {
    return release("shop", values, settings);
  }

  /** The same for a release of this name. */
  Said release(String name, String values, String... settings) {
    var arguments =
        new ArrayList<>(List.of("template", name, ".", "--namespace", "shop", "--values", values));
    for (var setting : settings) {
      arguments.addAll(setting.startsWith("--") ? List.of(setting) : List.of("--set", setting));
    }
    return helm.run(DIRECTORY, arguments.toArray(String[]::new));
  }

  /** The manifests of an installation. */
  List<JsonNode> manifests(String values, String... settings) {
    return manifests(template(values, settings));
  }

  /** What was rendered. */
  static List<JsonNode> manifests(Said rendered) {
    assertThat(rendered.exitCode()).as(rendered.errors()).isZero();
    return StreamSupport.stream(new Yaml().loadAll(rendered.out()).spliterator(), false)
        .filter(Map.class::isInstance)
        .<JsonNode>map(document -> JsonMapper.shared().valueToTree(document))
        .toList();
  }
}
