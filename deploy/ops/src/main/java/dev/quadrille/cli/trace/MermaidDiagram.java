package dev.quadrille.cli.trace;

import dev.quadrille.local.Participant;
import java.util.List;
import java.util.regex.Pattern;

/** Draws steps in Mermaid's language. */
final class MermaidDiagram {
  private static final Pattern SPECIAL = Pattern.compile("[#;<>&\"]");

  private MermaidDiagram() {}

  /** The whole diagram, line by line. */
  static String of(List<Step> steps) {
    var text = new StringBuilder("sequenceDiagram\n");
    for (var service : Participant.values()) {
      text.append("  participant ").append(service.label()).append('\n');
    }
    steps.forEach(step -> text.append("  ").append(line(step)).append('\n'));
    return text.toString();
  }

  private static String line(Step step) {
    var said = escaped(step.label() + ", " + step.detail());
    if (step.to() == null) {
      return "Note over %s: %s".formatted(step.from().label(), said);
    }
    var arrow = step.failed() ? "--x" : "->>";
    return "%s%s%s: %s".formatted(step.from().label(), arrow, step.to().label(), said);
  }

  // A semicolon ends a statement, and # begins an entity.
  private static String escaped(String text) {
    return SPECIAL.matcher(text).replaceAll(found -> "#" + (int) found.group().charAt(0) + ";");
  }
}
