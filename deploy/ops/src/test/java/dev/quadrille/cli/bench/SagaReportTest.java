package dev.quadrille.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class SagaReportTest {
  private static final Latency LATENCY = new Latency(10, 100, 200, 300);
  private static final Cost COST =
      new Cost(
          Map.of("order", 3.0, CostMeter.LOAD, 9.0),
          Map.of(ThreadKind.COMPILERS.label(), 1.5),
          Map.of("order", 0.1),
          10,
          40,
          9_000,
          20);

  private final SagaReport report = report(List.of());

  @Test
  void comparesWithTheFloorsAndTheFirstShape() {
    var ratios = report.ratios();
    assertThat(ratios.completedByRecord()).isCloseTo(2.5, within(0.01));
    assertThat(ratios.drainedByRecord()).isEqualTo(6);
    assertThat(ratios.completedBySql()).isCloseTo(0.5, within(0.01));
    assertThat(ratios.completedByFirst().get("hot-sku")).isCloseTo(0.9, within(0.01));
  }

  @Test
  void comparesWithNothingThatWasNotMeasured() {
    var alone =
        new SagaReport(
            report.machine(),
            Map.of("uniform", measured(100, null)),
            Map.of(),
            null,
            null,
            List.of());
    var ratios = alone.ratios();
    assertThat(ratios.completedByRecord()).isNull();
    assertThat(ratios.drainedByRecord()).isNull();
    assertThat(ratios.completedBySql()).isNull();
  }

  @Test
  void isNotCleanWhenTheOracleObjects() {
    assertThat(report.isClean()).isTrue();
    assertThat(report(List.of("stock: too much")).isClean()).isFalse();
  }

  @Test
  void tellsPeople() {
    var out = new StringWriter();
    report.print(new PrintWriter(out));
    assertThat(out.toString())
        .contains(
            "| POST to terminal | 10.0 | 100.0 | 200.0 | 300.0 |",
            "| CPU ms | **3.00** |",
            "| order: `INSERT` | 1.00 | 0.250 |",
            "| uniform | 200 | 3.0 | 10000 in 20.0 s | 1.00 |  |",
            "| quadrille.relay.mode=polling | 150 | 3.0 |  | 0.75 |  |",
            "| quadrille.relay.mode=polling, at 75 sagas/s | 10.0 | 100.0 | 10.0 | 100.0 | 40.0 | 3.0 |",
            "| one transaction an event | 80 | 3.0 | 10000 in 120.0 s | 2.50 | 6.00 |",
            "| SQL alone, by 20 on 4 connections | 400 | 1.5 | | 0.50 | |");
  }

  @Test
  void tellsProgramsAndDraws(@TempDir Path directory) throws Exception {
    report.writeTo(directory.resolve("new"));
    var json = JsonMapper.shared().readTree(Files.readString(directory.resolve("new/sagas.json")));
    assertThat(json.at("/ratios/drainedByRecord").asDouble()).isEqualTo(6);
    assertThat(json.at("/shapes/uniform/measured/saga/p99").asDouble()).isEqualTo(100);
    assertThat(Files.readString(directory.resolve("new/sagas.svg")))
        .startsWith("<svg")
        .contains("100 ms", "polyline")
        .endsWith("</svg>\n");
  }

  private static SagaReport report(List<String> contradictions) {
    var shapes = new LinkedHashMap<String, Measurement>();
    shapes.put("uniform", measured(200, new Drain(10_000, 20)));
    shapes.put("hot-sku", measured(180, null));
    return new SagaReport(
        new Machine(2, 0.1, "17", Map.of("fsync", "on")),
        shapes,
        Map.of("quadrille.relay.mode=polling", measured(150, null)),
        measured(80, new Drain(10_000, 120)),
        new SqlFloor.Result(20, 4, 400, 1.5),
        contradictions);
  }

  private static Measurement measured(double rate, @Nullable Drain drain) {
    return new Measurement(
        List.of(new Load.FullWindow(rate, 5, 0.1, 30)),
        List.of(trial(rate)),
        trial(rate),
        trial(rate / 2),
        List.of(new StatementCost("order", "INSERT", 1, 0.25)),
        drain);
  }

  private static Trial trial(double rate) {
    var arrivals = Math.round(rate * 10);
    return new Trial(
        rate,
        10,
        arrivals,
        0,
        arrivals,
        new Trial.Standing(arrivals / 2, 0),
        new Trial.Standing(arrivals, 0),
        LATENCY,
        LATENCY,
        LATENCY,
        LATENCY,
        COST);
  }
}
