package dev.quadrille.cli.inject;

import dev.quadrille.testkit.oracle.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was injected, and what became of it. Two runs of one plan on the same traffic have equal
 * {@link #faults}.
 *
 * @param seed of the plan
 * @param spared how many events should have been delayed or reordered and were not, for too many
 *     were
 * @param faults how many events each fault struck, and what became of how many
 * @param verdict of the whole system afterwards, but for what was made unreadable on purpose
 * @param parked what is parked of it, such as {@code inventory:12}
 * @param injected each single one
 */
public record Report(
    long seed,
    long spared,
    List<Counted> faults,
    Verdict verdict,
    List<String> parked,
    List<Injected> injected) {

  static Report of(
      FaultPlan plan, long spared, List<Injected> injected, Verdict verdict, List<String> parked) {
    var counted = new LinkedHashMap<String, Counted>();
    plan.faults().forEach(fault -> counted.put(fault.label(), Counted.none(fault.label())));
    injected.forEach(one -> counted.get(one.fault()).add(one));
    return new Report(
        plan.seed(), spared, List.copyOf(counted.values()), verdict, parked, injected);
  }

  /** Whether everything agrees, and everybody has met what was injected. */
  public boolean well() {
    return verdict.clean() && injected.stream().allMatch(Injected::isMet);
  }

  /**
   * What one fault did.
   *
   * @param struck how many events, by their type
   * @param became how many were taken how, by service
   */
  public record Counted(String fault, Map<String, Long> struck, Map<String, Long> became) {

    private static Counted none(String fault) {
      return new Counted(fault, new TreeMap<>(), new TreeMap<>());
    }

    private void add(Injected one) {
      struck.merge(one.type(), 1L, Long::sum);
      one.became().forEach((service, fate) -> became.merge(service + ": " + fate, 1L, Long::sum));
    }

    /** How many events were struck. */
    public long count() {
      return struck.values().stream().mapToLong(Long::longValue).sum();
    }
  }
}
