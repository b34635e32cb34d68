package dev.quadrille.codec;

import dev.quadrille.contracts.EventType;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Events as people read and write them: plain JSON under the names of the schema. UUIDs, symbols
 * and instants (RFC 3339) are texts, numbers are numbers, what is not there is null.
 */
public final class EventJson {
  private static final String MASK = "***";

  private EventJson() {}

  /** All that an event says. */
  public static Map<String, @Nullable Object> show(SpecificRecord event) {
    return shown(event, text -> text);
  }

  /** What an event says without any text that somebody made up: such may be personal. */
  public static Map<String, @Nullable Object> masked(SpecificRecord event) {
    return shown(event, text -> MASK);
  }

  /**
   * Reads what {@link #show} shows.
   *
   * @throws IllegalArgumentException if that is no event of the type; names the field, never its
   *     value
   */
  public static SpecificRecord read(EventType type, Map<?, ?> json) {
    return type.record().cast(record(type.schema(), json, ""));
  }

  private static Map<String, @Nullable Object> shown(
      IndexedRecord record, UnaryOperator<String> texts) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    for (var field : record.getSchema().getFields()) {
      fields.put(field.name(), shown(field.schema(), record.get(field.pos()), texts));
    }
    return fields;
  }

  private static @Nullable Object shown(
      Schema schema, @Nullable Object value, UnaryOperator<String> texts) {
    if (value == null || value instanceof Number || value instanceof Boolean) {
      return value;
    }
    if (value instanceof IndexedRecord record) {
      return shown(record, texts);
    }
    if (value instanceof Collection<?> items) {
      return items.stream().map(item -> shown(schema.getElementType(), item, texts)).toList();
    }
    return isFreeText(schema) ? texts.apply(value.toString()) : value.toString();
  }

  private static boolean isFreeText(Schema schema) {
    var plain = withoutNull(schema);
    return plain.getType() == Schema.Type.STRING
        && plain.getLogicalType() == null
        && !"[A-Z]{3}".equals(plain.getProp("pattern"));
  }

  private static IndexedRecord record(Schema schema, Map<?, ?> json, String path) {
    for (var name : json.keySet()) {
      require(schema.getField(String.valueOf(name)) != null, path, "has a member of another name");
    }
    var record = (IndexedRecord) SpecificData.get().newRecord(null, schema);
    for (var field : schema.getFields()) {
      var value = value(field.schema(), json.get(field.name()), path + "/" + field.name());
      record.put(field.pos(), value);
    }
    return record;
  }

  private static @Nullable Object value(Schema schema, @Nullable Object json, String path) {
    if (json == null) {
      require(schema.isNullable(), path, "is missing");
      return null;
    }
    var plain = withoutNull(schema);
    if (plain.getLogicalType() instanceof LogicalTypes.Uuid) {
      return uuid(text(json, path), path);
    }
    if (plain.getLogicalType() instanceof LogicalTypes.TimestampMicros) {
      return instant(text(json, path), path);
    }
    return switch (plain.getType()) {
      case RECORD -> {
        require(json instanceof Map, path, "is no object");
        yield record(plain, (Map<?, ?>) json, path);
      }
      case ARRAY -> {
        require(json instanceof List, path, "is no array");
        yield items(plain.getElementType(), (List<?>) json, path);
      }
      case ENUM -> {
        require(plain.hasEnumSymbol(text(json, path)), path, "is no symbol of its schema");
        yield SpecificData.get().createEnum(text(json, path), plain);
      }
      case INT -> {
        require(json instanceof Integer, path, "is no whole number of 32 bits");
        yield json;
      }
      case LONG -> {
        require(json instanceof Integer || json instanceof Long, path, "is no whole number");
        yield ((Number) json).longValue();
      }
      default -> text(json, path);
    };
  }

  private static List<@Nullable Object> items(Schema schema, List<?> json, String path) {
    var items = new ArrayList<@Nullable Object>();
    for (var item : json) {
      items.add(value(schema, item, path + "/" + items.size()));
    }
    return items;
  }

  private static Schema withoutNull(Schema schema) {
    return !schema.isUnion()
        ? schema
        : schema.getTypes().stream()
            .filter(type -> type.getType() != Schema.Type.NULL)
            .findFirst()
            .orElseThrow();
  }

  private static String text(Object json, String path) {
    require(json instanceof String, path, "is no text");
    return (String) json;
  }

  private static UUID uuid(String text, String path) {
    require(
        text.toLowerCase(Locale.ROOT).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
        path,
        "is no UUID");
    return UUID.fromString(text);
  }

  private static Instant instant(String text, String path) {
    try {
      var instant = Instant.parse(text);
      require(instant.truncatedTo(ChronoUnit.MICROS).equals(instant), path, "is too fine");
      return instant;
    } catch (DateTimeException e) {
      // Without its cause: that quotes the text.
      throw new IllegalArgumentException(path + " is no instant");
    }
  }

  private static void require(boolean holds, String path, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException((path.isEmpty() ? "The event" : path) + " " + otherwise);
    }
  }
}
