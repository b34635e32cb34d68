package dev.quadrille.cli.trace;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Shows a trace in each of its forms. */
public final class TraceView {
  private final Trace trace;
  private final List<Step> steps;

  /** Of what one look has seen. */
  public TraceView(Trace trace) {
    this.trace = trace;
    this.steps = new Steps(trace).all();
  }

  /** What is shown. */
  public Trace trace() {
    return trace;
  }

  /** Whether nothing is known. */
  public boolean isEmpty() {
    return trace.isEmpty();
  }

  /** For a terminal. */
  public String terminal() {
    var lines = new ArrayList<>(begin());
    lines.addAll(new TerminalDiagram(start()).lines(steps));
    lines.addAll(end());
    return String.join(System.lineSeparator(), lines);
  }

  /** What stands over the lines for a terminal. */
  public List<String> begin() {
    return List.of(
        "order %s, from %s on".formatted(trace.order(), start()), TerminalDiagram.head());
  }

  /**
   * The lines for a terminal of what will not change any more.
   *
   * @param start from when on time is counted
   */
  public List<String> settled(Instant start) {
    return new TerminalDiagram(start).lines(steps.stream().filter(step -> !step.open()).toList());
  }

  /** What stands under the lines for a terminal. */
  public List<String> end() {
    var lines = new ArrayList<String>();
    lines.add(trace.status() == null ? "order does not know it" : "order is " + trace.status());
    trace.unseen().forEach(what -> lines.add("not seen: " + what));
    return lines;
  }

  /** When it began. */
  public Instant start() {
    return steps.isEmpty() ? Instant.EPOCH : steps.get(0).at();
  }

  /** Whether every event has been told and taken care of, as far as that is known. */
  public boolean isQuiet() {
    return steps.stream().noneMatch(Step::open);
  }

  /** In Mermaid's language. */
  public String mermaid() {
    return MermaidDiagram.of(steps);
  }

  /** As one page. */
  public String html() {
    return new HtmlPage(trace, steps).text();
  }
}
