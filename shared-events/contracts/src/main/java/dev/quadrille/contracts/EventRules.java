package dev.quadrille.contracts;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * The rules that a schema states beside its types: {@code minimum} of a number, {@code pattern} of
 * a text, {@code minItems} of an array. Both ends hold them: who breaks one cannot write the event,
 * and who receives a broken one keeps it out.
 */
public final class EventRules {
  private static final Map<String, Pattern> PATTERNS = new ConcurrentHashMap<>();

  private EventRules() {}

  /**
   * Looks for the first broken rule.
   *
   * @return the path of the field and the rule, without the value (it may be personal); empty if
   *     all hold
   */
  public static Optional<String> violation(IndexedRecord event) {
    var broken = inRecord(event);
    if (broken.isEmpty() && event instanceof OrderPlaced order && !totalMatches(order)) {
      return Optional.of("totalMinor: is not the sum of its lines");
    }
    return broken;
  }

  private static Optional<String> inRecord(IndexedRecord record) {
    for (var field : record.getSchema().getFields()) {
      var broken = inValue(field.schema(), record.get(field.pos()));
      if (broken.isPresent()) {
        return broken.map(rule -> field.name() + ": " + rule);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> inValue(Schema schema, @Nullable Object value) {
    if (value == null) {
      return schema.isNullable() ? Optional.empty() : Optional.of("is missing");
    }
    return switch (schema.getType()) {
      case INT, LONG ->
          value instanceof Number number
              ? atLeastMinimum(schema, number.longValue())
              : Optional.empty();
      case STRING -> matchesPattern(schema, value);
      case ARRAY -> inArray(schema, (Collection<?>) value);
      case RECORD -> inRecord((IndexedRecord) value);
      default -> Optional.empty();
    };
  }

  private static Optional<String> atLeastMinimum(Schema schema, long value) {
    return schema.getObjectProp("minimum") instanceof Number minimum && value < minimum.longValue()
        ? Optional.of("is less than " + minimum)
        : Optional.empty();
  }

  private static Optional<String> matchesPattern(Schema schema, Object value) {
    var pattern = schema.getProp("pattern");
    return pattern == null
            || PATTERNS
                .computeIfAbsent(pattern, Pattern::compile)
                .matcher((CharSequence) value)
                .matches()
        ? Optional.empty()
        : Optional.of("does not match " + pattern);
  }

  private static Optional<String> inArray(Schema schema, Collection<?> items) {
    if (schema.getObjectProp("minItems") instanceof Number minimum
        && items.size() < minimum.intValue()) {
      return Optional.of("has fewer than " + minimum + " items");
    }
    return items.stream()
        .map(item -> inValue(schema.getElementType(), item))
        .flatMap(Optional::stream)
        .findFirst();
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
