package dev.quadrille.checks;

import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What the chart applies, by what it is.
 *
 * @param all in the order of application
 */
record Manifests(List<JsonNode> all) {

  List<JsonNode> of(String kind) {
    return all.stream().filter(one -> one.path("kind").asString().equals(kind)).toList();
  }

  /** The pods' specifications, of deployments and jobs. */
  List<JsonNode> pods() {
    return Stream.concat(of("Deployment").stream(), of("Job").stream())
        .map(one -> one.path("spec").path("template").path("spec"))
        .toList();
  }

  static String name(JsonNode manifest) {
    return manifest.path("metadata").path("name").asString();
  }

  /** The service that a manifest is about. */
  static String component(JsonNode manifest) {
    return manifest.path("metadata").path("labels").path("app.kubernetes.io/component").asString();
  }
}
