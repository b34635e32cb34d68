package dev.quadrille.testkit;

import static java.util.stream.Collectors.joining;

import dev.quadrille.contracts.EventType;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/**
 * Two events about one aggregate, and where it ends.
 *
 * @param before what was handled before either of them
 * @param earlier the one that is told first
 * @param later the one that is told second
 * @param inOrder how the aggregate stands after the earlier and the later
 * @param laterFirst how it stands after the later and the earlier
 */
public record Race(List<Fact> before, Fact earlier, Fact later, String inOrder, String laterFirst) {

  /** A race that ends alike in either order. */
  public static Race between(Fact earlier, Fact later, String end) {
    return between(earlier, later, end, end);
  }

  /** A race whose end depends on who comes first. */
  public static Race between(Fact earlier, Fact later, String inOrder, String laterFirst) {
    return new Race(List.of(), earlier, later, inOrder, laterFirst);
  }

  /** The same race after other events. */
  public Race after(Fact... facts) {
    return new Race(List.of(facts), earlier, later, inOrder, laterFirst);
  }

  @Override
  public String toString() {
    var racing = type(earlier) + " and " + type(later);
    return before.isEmpty()
        ? racing
        : racing + before.stream().map(Race::type).collect(joining(", ", " after ", ""));
  }

  private static String type(Fact fact) {
    return EventType.of(fact.apply(new UUID(0, 0))).toString();
  }

  /** What is told about an order. */
  public interface Fact extends Function<UUID, SpecificRecord> {}
}
