package dev.quadrille.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The alerts and dashboards that come with Quadrille. */
public final class Observability {
  /** The group of rules about what {@code verify} exposes, which is no service. */
  private static final String OF_VERIFY = "quadrille-verify";

  private final Path directory;

  /**
   * @param directory {@code deploy/observability}
   */
  public Observability(Path directory) {
    this.directory = directory;
  }

  /** Everything that is asked about services, each by where it stands. */
  public Map<String, String> queries() {
    var queries = allQueries();
    rules(OF_VERIFY::equals).forEach(rule -> queries.remove(rule.alert()));
    return queries;
  }

  /** Everything that is asked of Prometheus, each by where it stands. */
  Map<String, String> allQueries() {
    var queries = new TreeMap<String, String>();
    rules().forEach(rule -> queries.put(rule.alert(), rule.expr()));
    dashboards()
        .forEach(
            (file, dashboard) -> {
              for (var panel : dashboard.path("panels")) {
                for (var target : panel.path("targets")) {
                  queries.put(
                      "%s, %s %s"
                          .formatted(
                              file,
                              panel.path("title").asString(),
                              target.path("refId").asString()),
                      target.path("expr").asString());
                }
              }
            });
    return queries;
  }

  /** The alerts. */
  List<Rule> rules() {
    return rules(group -> true);
  }

  @SuppressWarnings("unchecked")
  private List<Rule> rules(Predicate<String> ofGroup) {
    Map<String, List<Map<String, Object>>> file =
        new Yaml().load(read(directory.resolve("rules.yml")));
    return file.get("groups").stream()
        .filter(group -> ofGroup.test((String) group.get("name")))
        .flatMap(group -> ((List<Map<String, Object>>) group.get("rules")).stream())
        .map(Rule::of)
        .toList();
  }

  /** The dashboards by their files' names. */
  Map<String, JsonNode> dashboards() {
    var dashboards = new TreeMap<String, JsonNode>();
    for (var file : files("dashboards")) {
      dashboards.put(file.getFileName().toString(), JsonMapper.shared().readTree(read(file)));
    }
    return dashboards;
  }

  /** The names of the runbooks' files. */
  List<String> runbooks() {
    return files("runbooks").stream().map(file -> file.getFileName().toString()).toList();
  }

  private List<Path> files(String folder) {
    try (Stream<Path> files = Files.list(directory.resolve(folder))) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * An alert.
   *
   * @param runbook the file's name
   */
  record Rule(String alert, String expr, String runbook) {

    @SuppressWarnings("unchecked")
    private static Rule of(Map<String, Object> rule) {
      var annotations = (Map<String, String>) rule.get("annotations");
      return new Rule(
          (String) rule.get("alert"), (String) rule.get("expr"), annotations.get("runbook"));
    }
  }
}
