package dev.quadrille.codec;

import dev.quadrille.contracts.EventRules;
import dev.quadrille.contracts.EventType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads values for people: as they were written, whatever their version, and without holding them
 * to any rule. Texts that may be personal are masked unless somebody wants to see them.
 */
public final class EventViewer {
  private static final String MASKED = "***";

  private final RegistryClient registry;
  private final KnownSchemas schemas;

  /** For the schemas of a registry. */
  public EventViewer(RegistryClient registry) {
    this.registry = registry;
    this.schemas = new KnownSchemas(registry);
  }

  /** Why the registry does not answer us; empty if it does. */
  public Optional<String> registryTrouble() {
    try {
      registry.level(EventType.ORDER_PLACED.subject());
      return Optional.empty();
    } catch (RegistryUnavailableException e) {
      return Optional.of(String.valueOf(e.getMessage()));
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
      return Optional.of(fields(PlainAvro.read(writer, value), reveal));
    } catch (UnreadableEventException | AvroRuntimeException poison) {
      return Optional.empty();
    }
  }

  /**
   * Whether a value keeps the rules that its schema states beside its types; whoever handles events
   * parks one that does not.
   *
   * @param value one that {@link #view} shows
   * @throws RegistryUnavailableException if the registry had to be asked and could not answer
   */
  public boolean keepsItsRules(byte[] value) {
    var writer = schemas.writer(WireHead.schemaId(value));
    return EventRules.violation(PlainAvro.read(writer, value)).isEmpty();
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
    return reveal || !PersonalTexts.mayBe(name, value) ? value.toString() : MASKED;
  }
}
