package dev.quadrille.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.checks.Observability.Rule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** Alerts and dashboards, as far as they can be judged without a running system. */
class ObservabilityIT {
  private static final Path DIRECTORY = Path.of("../observability");
  private final Observability observability = new Observability(DIRECTORY);

  @Test
  void alertsFireWhenTheyMustAndOnlyThen() {
    var tests = Tool.named("promtool").run(DIRECTORY, "test", "rules", "rules_test.yml");
    assertThat(tests.exitCode()).as(tests.all()).isZero();
  }

  @Test
  void everyAlertHasATestThatFiresIt() {
    Map<String, List<Map<String, List<Map<String, Object>>>>> file =
        new Yaml().load(read(DIRECTORY.resolve("rules_test.yml")));
    var fired =
        file.get("tests").stream()
            .flatMap(test -> test.get("alert_rule_test").stream())
            .filter(expected -> !((List<?>) expected.get("exp_alerts")).isEmpty())
            .map(expected -> expected.get("alertname"))
            .collect(Collectors.toSet());
    assertThat(fired)
        .containsExactlyInAnyOrderElementsOf(
            observability.rules().stream().map(rule -> (Object) rule.alert()).toList());
  }

  @Test
  void everyAlertHasARunbookAndEveryRunbookAnAlert() {
    assertThat(observability.rules())
        .allSatisfy(rule -> assertThat(rule.runbook()).isEqualTo(rule.alert() + ".md"));
    assertThat(observability.runbooks())
        .containsExactlyInAnyOrderElementsOf(
            observability.rules().stream().map(Rule::runbook).toList());
  }

  @Test
  void everyQueryIsPromQl(@TempDir Path directory) throws IOException {
    var rules =
        observability.allQueries().values().stream()
            .map(query -> query.replace("$__rate_interval", "5m"))
            .map(query -> Map.of("record", "checked", "expr", query))
            .toList();
    var file = Map.of("groups", List.of(Map.of("name", "queries", "rules", rules)));
    Files.writeString(directory.resolve("queries.yml"), new Yaml().dump(file));
    var check = Tool.named("promtool").run(directory, "check", "rules", "queries.yml");
    assertThat(check.exitCode()).as(check.all()).isZero();
  }

  @Test
  void whatVerifyExposesIsNotAskedOfServices() {
    assertThat(observability.queries().values()).noneMatch(query -> query.contains("_verify_"));
    assertThat(observability.allQueries().values()).anyMatch(query -> query.contains("_verify_"));
  }

  @Test
  void everyDashboardAsksThePrometheusThatItsReaderChose() {
    assertThat(observability.dashboards()).hasSize(4);
    observability
        .dashboards()
        .forEach(
            (file, dashboard) -> {
              assertThat(dashboard.path("uid").asString())
                  .isEqualTo("quadrille-" + file.replace(".json", ""));
              for (var panel : dashboard.path("panels")) {
                for (var target : panel.path("targets")) {
                  assertThat(target.path("datasource").path("uid").asString())
                      .isEqualTo("${datasource}");
                  assertThat(target.path("expr").asString()).contains("namespace=~\"$namespace\"");
                }
              }
            });
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
