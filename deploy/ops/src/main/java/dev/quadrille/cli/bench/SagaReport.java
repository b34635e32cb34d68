package dev.quadrille.cli.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a run has measured.
 *
 * @param shapes the services as they are, by what customers ordered
 * @param candidates the first shape by other settings of the services, measured at the rate of the
 *     first
 * @param record the first shape with one transaction an event; null if that was not wanted
 * @param sql the first shape's statements alone; null if that was not wanted
 * @param contradictions what the oracle found
 */
public record SagaReport(
    Machine machine,
    Map<String, Measurement> shapes,
    Map<String, Measurement> candidates,
    @Nullable Measurement record,
    SqlFloor.@Nullable Result sql,
    List<String> contradictions) {
  /** For people. */
  public void print(PrintWriter out) {
    new SagaTable(this).lines().forEach(out::println);
    out.flush();
  }

  /**
   * For programs, {@code sagas.json}, and to look at, {@code sagas.svg}.
   *
   * @throws dev.quadrille.testkit.platform.PlatformException if the directory cannot be written to
   */
  public void writeTo(Path directory) {
    var files = new ResultFiles(directory);
    files.json("sagas.json", this);
    files.text("sagas.svg", new Plot(trials()).svg());
  }

  /** What customers ordered first: all else is compared with that. */
  Measurement first() {
    return shapes.values().iterator().next();
  }

  /** What the other shapes, and the floors, are to the first. */
  @JsonProperty
  Ratios ratios() {
    return Ratios.of(this);
  }

  /** Whether the figures are of a system that did its work. */
  @JsonProperty
  public boolean isClean() {
    return contradictions.isEmpty()
        && Stream.of(shapes, candidates)
            .flatMap(measured -> measured.values().stream())
            .allMatch(it -> it.measured().refusals() == 0);
  }

  private List<Trial> trials() {
    var trials = new ArrayList<>(first().search());
    trials.add(first().measured());
    return trials;
  }
}
