package dev.quadrille.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.checks.Query.Matcher;
import dev.quadrille.checks.Query.Selector;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueryTest {
  private static final Exposition EXPOSED =
      new Exposition(
          List.of(
              """
              # HELP lag Events
              lag{application="order",lane="forward"} NaN
              up 1.0
              """));

  @Test
  void readsNamesMatchersAndGrouping() {
    var query =
        Query.of(
            "sum by (a, b) (rate(lag_total{lane=\"forward\",x!~\"y|z\"}[5m])) / on(a) lag > 1e9"
                + " unless max_over_time(up[$__rate_interval]) == 0");
    assertThat(query.selectors())
        .containsExactly(
            new Selector(
                "lag_total",
                List.of(new Matcher("lane", "=", "forward"), new Matcher("x", "!~", "y|z"))),
            new Selector("lag", List.of()),
            new Selector("up", List.of()));
    assertThat(query.grouping()).containsExactly("a", "b");
  }

  @Test
  void findsNothingMissingWhereAllIsExposed() {
    assertThat(missing("max by (namespace, lane) (lag{lane=\"forward\",pod=~\"a.*\"}) > up"))
        .containsExactly("up by lane");
    assertThat(missing("max by (namespace, lane) (lag{lane=~\"for.*\"})")).isEmpty();
  }

  @Test
  void findsMetricsLabelsAndValuesThatNobodyExposes() {
    assertThat(missing("leg")).containsExactly("leg");
    assertThat(missing("sum by (colour) (lag)")).containsExactly("lag by colour");
    assertThat(missing("lag{lane=\"backward\"}")).hasSize(1);
    assertThat(missing("lag{colour!=\"red\"}")).hasSize(1);
  }

  private static List<String> missing(String promql) {
    return List.copyOf(EXPOSED.missing(Query.of(promql)));
  }
}
