package dev.quadrille.checks;

import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/** What the chart tells a service, by name. */
final class Settings {

  private Settings() {}

  static Map<String, Object> of(Manifests manifests, String service) {
    var file =
        manifests.of("ConfigMap").stream()
            .filter(config -> Manifests.component(config).equals(service))
            .findFirst()
            .orElseThrow();
    return new Yaml().load(file.path("data").path(service + ".yml").asString());
  }
}
