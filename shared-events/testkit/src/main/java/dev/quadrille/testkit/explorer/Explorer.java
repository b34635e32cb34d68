package dev.quadrille.testkit.explorer;

import dev.quadrille.contracts.EventType;
import java.util.List;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;

/**
 * Walks every interleaving of one order's events through the real handlers of all services, breadth
 * first, and reports what must not be: orders that get stuck, wrong ends, money or goods that
 * contradict the states, and replays that change anything after the end.
 *
 * <p>Topics are not ordered against each other, and each consumer is at its own place in each. What
 * people and clocks ask comes at any moment. An explorer never changes; each method returns one
 * that adds a fault.
 */
public final class Explorer {
  private final List<Dance> dances;
  private final Faults faults;

  private Explorer(List<Dance> dances, Faults faults) {
    this.dances = dances;
    this.faults = faults;
  }

  /** An explorer without faults: each event arrives once, and a topic keeps its order. */
  public static Explorer of(Dance... dances) {
    return new Explorer(List.of(dances), Faults.NONE);
  }

  /**
   * So many times, at any moment, an event that was published is delivered once more, and no inbox
   * catches it: as the same fact under another id would be.
   */
  public Explorer redeliveries(int most) {
    return new Explorer(dances, faults.redelivering(most));
  }

  /** Not even the events of one topic arrive in their order. */
  public Explorer topicsWithoutOrder() {
    return new Explorer(dances, faults.posting(Post.ANYHOW));
  }

  /**
   * Once, at any moment, somebody publishes an event that no service has told.
   *
   * @param dancers who hears it: names of consumers that react to it
   */
  public Explorer forging(SpecificRecord event, String... dancers) {
    return new Explorer(dances, faults.forging(event, Set.of(dancers)));
  }

  /** Events of a type are parked on their way to a dancer, and no person ever cares for them. */
  public Explorer settingAside(EventType type, String dancer) {
    return new Explorer(dances, faults.settingAside(type, dancer));
  }

  /**
   * Walks.
   *
   * @throws IllegalStateException if a dance never ends, if a dancer's view hides something that it
   *     acts on, or if a dancer does otherwise about two events when they come in one batch
   */
  public Exploration explore() {
    return dances.stream()
        .map(dance -> Walk.through(dance, faults))
        .reduce(Exploration::and)
        .orElseThrow();
  }
}
