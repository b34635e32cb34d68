package dev.quadrille.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PodTest {
  private static final Path CHART = Path.of("../helm/quadrille");

  @Test
  void isWhatTheChartGivesIfNobodySaysOtherwise() throws IOException {
    var sizes = first("values.yaml", "\n  memory: \\{(.*)}");
    assertThat(Pod.MEMORY).isEqualTo(size(sizes, "limit") + "m");
    var options = first("templates/_helpers.tpl", "\n(-Xmx.*)\n");
    assertThat(Pod.JVM_OPTIONS)
        .isEqualTo(
            Pattern.compile("\\{\\{ \\.memory\\.(\\w+) }}")
                .matcher(options)
                .replaceAll(name -> size(sizes, name.group(1))));
  }

  private static String size(String sizes, String name) {
    return group(sizes, name + ": (\\d+)");
  }

  private static String first(String file, String pattern) throws IOException {
    return group(Files.readString(CHART.resolve(file)), pattern);
  }

  private static String group(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .findFirst()
        .map((MatchResult found) -> found.group(1))
        .orElseThrow();
  }
}
