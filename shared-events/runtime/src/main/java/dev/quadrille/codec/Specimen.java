package dev.quadrille.codec;

import dev.quadrille.contracts.EventType;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** The least that can be written of a type; it keeps the types of its schema, not its rules. */
final class Specimen {
  private Specimen() {}

  static SpecificRecord of(EventType type) {
    return (SpecificRecord) record(type.schema());
  }

  private static IndexedRecord record(Schema schema) {
    var record = (IndexedRecord) SpecificData.get().newRecord(null, schema);
    schema.getFields().forEach(field -> record.put(field.pos(), value(field.schema())));
    return record;
  }

  private static @Nullable Object value(Schema schema) {
    var logicalType = schema.getLogicalType();
    if (logicalType instanceof LogicalTypes.TimestampMicros) {
      return Instant.EPOCH;
    }
    if (logicalType instanceof LogicalTypes.Uuid) {
      return new UUID(0, 0);
    }
    return switch (schema.getType()) {
      case RECORD -> record(schema);
      case ENUM -> SpecificData.get().createEnum(schema.getEnumSymbols().get(0), schema);
      case ARRAY -> List.of();
      case UNION -> value(schema.getTypes().get(0));
      case STRING -> "";
      case INT -> 0;
      case LONG -> 0L;
      case BOOLEAN -> false;
      case NULL -> null;
      default -> throw new IllegalStateException("No specimen of " + schema.getType());
    };
  }
}
