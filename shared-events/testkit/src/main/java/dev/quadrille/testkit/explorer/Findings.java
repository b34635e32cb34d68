package dev.quadrille.testkit.explorer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What a walk has found: each thing once, as it was found first and so with a shortest trace. */
final class Findings {
  private final Map<Trouble, Finding> findings = new LinkedHashMap<>();

  void add(List<Trouble> troubles, Supplier<List<String>> trace) {
    for (var trouble : troubles) {
      findings.computeIfAbsent(
          trouble, unseen -> new Finding(trouble.kind(), trouble.what(), trace.get()));
    }
  }

  List<Finding> all() {
    return List.copyOf(findings.values());
  }
}
