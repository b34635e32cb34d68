package dev.quadrille.codec;

import dev.quadrille.contracts.EventType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;

/**
 * What the registry has told us: an id never changes its meaning, so each is asked for once. A "no
 * such thing" is not kept, for it may be registered the next moment.
 */
final class KnownSchemas {
  private final RegistryClient registry;
  private final Map<String, Integer> ids = new ConcurrentHashMap<>();
  private final Map<Integer, Schema> writers = new ConcurrentHashMap<>();

  KnownSchemas(RegistryClient registry) {
    this.registry = registry;
  }

  /**
   * The id under which we write events of a type.
   *
   * @throws RegistryUnavailableException also if the schema is not registered yet
   */
  int id(EventType type) {
    var known = ids.get(type.subject());
    return known != null ? known : ask(type);
  }

  /** Whether the registry has told the id under which we write events of a type. */
  boolean knows(EventType type) {
    return ids.containsKey(type.subject());
  }

  /**
   * The schema that an id stands for.
   *
   * @throws UnknownSchemaException if the registry knows no such id
   */
  Schema writer(int id) {
    var known = writers.get(id);
    return known != null ? known : ask(id);
  }

  private int ask(EventType type) {
    var id =
        registry
            .find(type.subject(), type.schema())
            .orElseThrow(
                () ->
                    new RegistryUnavailableException(
                        "This version's schema is not registered under " + type.subject()));
    // Ours as generated, not as parsed from the answer: equal schemas, and one object for all.
    writers.put(id, type.schema());
    ids.put(type.subject(), id);
    return id;
  }

  private Schema ask(int id) {
    if (id <= 0) {
      throw new UnreadableEventException("no registry gives the schema id " + id);
    }
    var writer = registry.schema(id).orElseThrow(() -> new UnknownSchemaException(id));
    writers.putIfAbsent(id, writer);
    return writer;
  }
}
