package dev.quadrille.codec;

import dev.quadrille.contracts.EventType;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads values for people: as they were written, whatever their version, and without holding them
 * to any rule. Texts that may be personal are masked unless somebody wants to see them.
 */
public final class EventViewer {
  private static final String MASKED = "***";

  /** Texts that say nothing of a person. What is not listed, a field of tomorrow too, is masked. */
  private static final Set<String> IMPERSONAL = Set.of("currency", "sku", "channel");

  private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private final RegistryClient registry;
  private final KnownSchemas schemas;

  /** For the schemas of a registry. */
  public EventViewer(RegistryClient registry) {
    this.registry = registry;
    this.schemas = new KnownSchemas(registry);
  }

  /** Whether the registry answers. */
  public boolean registryAnswers() {
    try {
      registry.level(EventType.ORDER_PLACED.subject());
      return true;
    } catch (RegistryUnavailableException e) {
      return false;
    }
  }

  /**
   * The fields of a value by their names: numbers, truth values, texts, lists and such maps.
   *
   * @param reveal whether to show texts that may be personal
   * @return empty if the bytes are no whole value of the schema that they name
   * @throws RegistryUnavailableException if the registry had to be asked and could not answer
   */
  public Optional<Map<String, Object>> view(byte @Nullable [] value, boolean reveal) {
    try {
      var writer = schemas.writer(WireHead.schemaId(value));
      AvroBody.requireWhole(writer, value, WireHead.LENGTH);
      var decoder =
          DecoderFactory.get()
              .binaryDecoder(value, WireHead.LENGTH, value.length - WireHead.LENGTH, null);
      // A model without conversions: UUIDs and instants stay as they were written.
      var reader = new GenericDatumReader<IndexedRecord>(writer, writer, new GenericData());
      return Optional.of(fields(reader.read(null, decoder), reveal));
    } catch (UnreadableEventException | AvroRuntimeException | IOException poison) {
      return Optional.empty();
    }
  }

  private static Map<String, Object> fields(IndexedRecord record, boolean reveal) {
    var fields = new LinkedHashMap<String, Object>();
    for (var field : record.getSchema().getFields()) {
      fields.put(
          field.name(), shown(field.name(), field.schema(), record.get(field.pos()), reveal));
    }
    return fields;
  }

  private static @Nullable Object shown(
      String name, Schema schema, @Nullable Object value, boolean reveal) {
    if (value == null || value instanceof Number || value instanceof Boolean) {
      return value;
    }
    if (value instanceof IndexedRecord record) {
      return fields(record, reveal);
    }
    if (value instanceof List<?> items) {
      return items.stream()
          .map(item -> shown(name, schema.getElementType(), item, reveal))
          .toList();
    }
    var shown =
        reveal
            || value instanceof GenericData.EnumSymbol
            || isId(value)
            || IMPERSONAL.contains(name);
    return shown ? value.toString() : MASKED;
  }

  // By what it is, not by what its schema says: nobody held the value to that.
  private static boolean isId(Object value) {
    return ID.matcher(value.toString()).matches();
  }
}
