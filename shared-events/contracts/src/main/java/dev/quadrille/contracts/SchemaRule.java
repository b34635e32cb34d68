package dev.quadrille.contracts;

import java.util.Collection;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/** What a schema demands of a value beyond its type, read from the schema once. */
@FunctionalInterface
interface SchemaRule {
  SchemaRule NONE = value -> null;

  /**
   * Looks for the first thing that is wrong with a value.
   *
   * @return the path to it and what is wrong, without the value; null if nothing is
   */
  @Nullable String broken(@Nullable Object value);

  /** The rule of a schema and of all that it contains. */
  static SchemaRule of(Schema schema) {
    if (schema.isNullable()) {
      return NONE;
    }
    var rule =
        switch (schema.getType()) {
          case INT, LONG -> minimum(schema);
          case STRING -> pattern(schema);
          case ARRAY -> items(schema);
          case RECORD -> fields(schema);
          default -> NONE;
        };
    return value -> value == null ? "is missing" : rule.broken(value);
  }

  private static SchemaRule minimum(Schema schema) {
    if (!(schema.getObjectProp("minimum") instanceof Number number)) {
      return NONE;
    }
    var minimum = number.longValue();
    return value -> ((Number) value).longValue() < minimum ? "is less than " + minimum : null;
  }

  private static SchemaRule pattern(Schema schema) {
    if (schema.getProp("pattern") == null) {
      return NONE;
    }
    var pattern = Pattern.compile(schema.getProp("pattern"));
    return value ->
        pattern.matcher((CharSequence) value).matches() ? null : "does not match " + pattern;
  }

  private static SchemaRule items(Schema schema) {
    var least = schema.getObjectProp("minItems") instanceof Number number ? number.intValue() : 0;
    var rule = of(schema.getElementType());
    return value -> {
      var items = (Collection<?>) value;
      if (items.size() < least) {
        return "has fewer than " + least + " items";
      }
      for (var item : items) {
        var broken = rule.broken(item);
        if (broken != null) {
          return broken;
        }
      }
      return null;
    };
  }

  private static SchemaRule fields(Schema schema) {
    var fields = schema.getFields();
    var rules = fields.stream().map(field -> of(field.schema())).toArray(SchemaRule[]::new);
    return value -> {
      var record = (IndexedRecord) value;
      for (var position = 0; position < rules.length; position++) {
        var broken = rules[position].broken(record.get(position));
        if (broken != null) {
          return fields.get(position).name() + ": " + broken;
        }
      }
      return null;
    };
  }
}
