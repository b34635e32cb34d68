package dev.quadrille.testkit.explorer;

import dev.quadrille.contracts.EventType;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** An event, once for all that are equal, so that comparing two is cheap. */
final class Fact implements Comparable<Fact> {
  private final int number;
  private final SpecificRecord event;
  private final EventType type;

  private Fact(int number, SpecificRecord event) {
    this.number = number;
    this.event = event;
    this.type = EventType.of(event);
  }

  SpecificRecord event() {
    return event;
  }

  EventType type() {
    return type;
  }

  @Override
  public int compareTo(Fact other) {
    return Integer.compare(number, other.number);
  }

  @Override
  public String toString() {
    return type.record().getSimpleName();
  }

  /** All facts of a dance. */
  static final class Register {
    private final Map<SpecificRecord, Fact> facts = new HashMap<>();

    Fact of(SpecificRecord event) {
      return facts.computeIfAbsent(event, unknown -> new Fact(facts.size(), unknown));
    }
  }
}
