package dev.quadrille.testkit.explorer;

import static java.util.Comparator.comparingInt;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a walk over all interleavings has seen.
 *
 * @param states how many different situations
 * @param ends the ways in which the dance came to rest: the states of order, reservation and
 *     payment
 * @param findings all that is wrong, those with the shortest traces first; empty if all is well
 */
public record Exploration(int states, SortedSet<String> ends, List<Finding> findings) {

  public Exploration {
    ends = Collections.unmodifiableSortedSet(new TreeSet<>(ends));
    findings = findings.stream().sorted(comparingInt(finding -> finding.trace().size())).toList();
  }

  /** The findings of one kind. */
  public List<Finding> findings(Kind kind) {
    return findings.stream().filter(finding -> finding.kind() == kind).toList();
  }

  Exploration and(Exploration other) {
    var all = Stream.concat(findings.stream(), other.findings.stream());
    var every = new TreeSet<>(ends);
    every.addAll(other.ends);
    return new Exploration(states + other.states, every, all.toList());
  }

  @Override
  public String toString() {
    return "%d states%n%s"
        .formatted(
            states, findings.stream().map(Finding::toString).collect(Collectors.joining("\n")));
  }
}
