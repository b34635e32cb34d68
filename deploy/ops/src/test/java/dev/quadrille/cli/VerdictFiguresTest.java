package dev.quadrille.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.quadrille.testkit.oracle.Finding;
import dev.quadrille.testkit.oracle.Verdict;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class VerdictFiguresTest {
  private static final List<String> CHECKS = List.of("Ledger", "Stock");

  @Test
  void showsWhatTheLastLookFoundAndForgetsWhatIsMended() {
    try (var figures = VerdictFigures.at(null, CHECKS)) {
      figures.took(verdict(new Finding("Ledger", "a"), new Finding("Ledger", "b")), Duration.ZERO);
      assertThat(figures.text())
          .contains(
              "quadrille_verify_findings{check=\"Ledger\"} 2.0",
              "quadrille_verify_findings{check=\"Stock\"} 0.0",
              "quadrille_verify_in_flight 3.0",
              "quadrille_verify_looks_seconds_count 1");
      figures.took(verdict(), Duration.ZERO);
      figures.failed();
      assertThat(figures.text())
          .contains(
              "quadrille_verify_findings{check=\"Ledger\"} 0.0",
              "quadrille_verify_failures_total 1.0");
    }
  }

  @Test
  void showsWhatAlertsAskFor() throws IOException {
    var rules = Files.readString(Path.of("../observability/rules.yml"));
    var asked =
        Pattern.compile("quadrille_verify_\\w+(?=[{\\[)])")
            .matcher(rules)
            .results()
            .map(MatchResult::group)
            .collect(Collectors.toSet());
    try (var figures = VerdictFigures.at(null, CHECKS)) {
      assertThat(asked).hasSize(2).allMatch(figures.text()::contains);
    }
  }

  @Test
  void answersPrometheus() throws Exception {
    int port;
    try (var free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    try (var figures = VerdictFigures.at("" + port, CHECKS)) {
      figures.took(verdict(), Duration.ofSeconds(1));
      var answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                      .build(),
                  BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).contains("quadrille_verify_last_look_seconds");
      assertThatThrownBy(() -> VerdictFigures.at("" + port, CHECKS))
          .hasMessageContaining("nothing can answer there");
    }
  }

  @Test
  void refusesWhatIsNoPort() {
    for (var address : List.of("x", "host:", "1:99999", "")) {
      assertThatThrownBy(() -> VerdictFigures.at(address, CHECKS))
          .hasMessage("--metrics is no [HOST:]PORT");
    }
  }

  private static Verdict verdict(Finding... findings) {
    return new Verdict(List.of(findings), 3, Map.of());
  }
}
