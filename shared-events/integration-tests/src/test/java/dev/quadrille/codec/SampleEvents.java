package dev.quadrille.codec;

import dev.quadrille.contracts.EventType;
import dev.quadrille.contracts.OrderPlaced;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/** A valid event of each type, every field filled. */
final class SampleEvents {
  private static final UUID ORDER = UUID.fromString("018f4e6a-0000-7000-8000-00000000000a");
  private static final Instant INSTANT = Instant.parse("2030-01-01T12:00:00.000001Z");

  // Beyond what a double holds exactly.
  private static final long AMOUNT = 9_007_199_254_740_993L;

  private final long amount;

  private SampleEvents(long amount) {
    this.amount = amount;
  }

  static SpecificRecord of(EventType type) {
    return of(type, AMOUNT);
  }

  /** With this in every field of type long. */
  static SpecificRecord of(EventType type, long amount) {
    var event = (SpecificRecord) new SampleEvents(amount).record(type.schema());
    return event instanceof OrderPlaced order ? withTotal(order) : event;
  }

  private static OrderPlaced withTotal(OrderPlaced order) {
    var total =
        order.getLines().stream()
            .mapToLong(line -> line.getQuantity() * line.getUnitPriceMinor())
            .sum();
    return OrderPlaced.newBuilder(order).setTotalMinor(total).build();
  }

  private IndexedRecord record(Schema schema) {
    var record = (IndexedRecord) SpecificData.get().newRecord(null, schema);
    schema.getFields().forEach(field -> record.put(field.pos(), value(field.schema())));
    return record;
  }

  private Object value(Schema schema) {
    if (schema.getLogicalType() instanceof LogicalTypes.TimestampMicros) {
      return INSTANT;
    }
    if (schema.getLogicalType() instanceof LogicalTypes.Uuid) {
      return ORDER;
    }
    return switch (schema.getType()) {
      case RECORD -> record(schema);
      case ENUM -> SpecificData.get().createEnum(schema.getEnumSymbols().get(1), schema);
      case ARRAY -> List.of(value(schema.getElementType()), value(schema.getElementType()));
      case UNION -> value(schema.getTypes().get(1));
      case STRING -> "[A-Z]{3}".equals(schema.getProp("pattern")) ? "EUR" : "Grüße \uD83C\uDF75";
      case INT -> 300;
      case LONG -> amount;
      default -> throw new IllegalArgumentException("no sample of " + schema);
    };
  }
}
