package dev.quadrille.contracts;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/**
 * The rules that a schema states beside its types: {@code minimum} of a number, {@code pattern} of
 * a text, {@code minItems} of an array. Both ends hold them: who breaks one cannot write the event,
 * and who receives a broken one keeps it out.
 */
public final class EventRules {
  private static final Map<Schema, SchemaRule> RULES = new ConcurrentHashMap<>();

  private EventRules() {}

  /**
   * Looks for the first broken rule.
   *
   * @return the path of the field and the rule, without the value (it may be personal); empty if
   *     all hold
   */
  public static Optional<String> violation(IndexedRecord event) {
    var broken = RULES.computeIfAbsent(event.getSchema(), SchemaRule::of).broken(event);
    if (broken == null && event instanceof OrderPlaced order && !totalMatches(order)) {
      return Optional.of("totalMinor: is not the sum of its lines");
    }
    return Optional.ofNullable(broken);
  }

  private static boolean totalMatches(OrderPlaced order) {
    try {
      var total = 0L;
      for (var line : order.getLines()) {
        total =
            Math.addExact(
                total, Math.multiplyExact(line.getUnitPriceMinor(), (long) line.getQuantity()));
      }
      return total == order.getTotalMinor();
    } catch (ArithmeticException overflow) {
      return false;
    }
  }
}
