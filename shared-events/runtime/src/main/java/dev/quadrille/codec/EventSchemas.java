package dev.quadrille.codec;

import dev.quadrille.contracts.EventType;
import java.util.Optional;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;

/** This version's schemas and the registry. */
public final class EventSchemas {
  private static final String LEVEL = "FULL";

  private final RegistryClient registry;

  /** For a registry. */
  public EventSchemas(RegistryClient registry) {
    this.registry = registry;
  }

  /**
   * Registers a type's schema where it is missing. The compatibility level is set first: a
   * registry's default may be to accept anything.
   *
   * @throws IncompatibleSchemaException if the registry refuses the schema
   * @throws RegistryUnavailableException if the registry could not be asked
   */
  public void register(EventType type) {
    if (!registry.level(type.subject()).equals(Optional.of(LEVEL))) {
      registry.setLevel(type.subject(), LEVEL);
    }
    registry.register(type.subject(), type.schema());
  }

  /**
   * Looks at what the registry holds for a type, without changing it.
   *
   * @throws RegistryUnavailableException if the registry could not be asked
   */
  public Finding check(EventType type) {
    var level = registry.level(type.subject());
    if (!registry.accepts(type.subject(), type.schema())) {
      return Finding.INCOMPATIBLE;
    }
    if (registry.find(type.subject(), type.schema()).isEmpty()) {
      return Finding.MISSING;
    }
    return level.equals(Optional.of(LEVEL)) ? Finding.REGISTERED : Finding.UNGUARDED;
  }

  /**
   * The schema that an id stands for, as Avro writes it in JSON.
   *
   * @return empty if the registry knows no such id
   * @throws RegistryUnavailableException if the registry could not be asked
   */
  public Optional<String> text(int id) {
    return id <= 0 ? Optional.empty() : registry.schema(id).map(Schema::toString);
  }

  /**
   * Registers a schema that was written elsewhere, beside ours: it need not be compatible.
   *
   * @param topic where values of it travel
   * @param text the schema as Avro writes it in JSON
   * @return its id; the same for a schema that the registry holds already
   * @throws IllegalArgumentException if that is no schema
   * @throws RegistryUnavailableException if the registry could not be asked
   */
  public int adopt(String topic, String text) {
    try {
      var schema = new Schema.Parser().parse(text);
      return registry.register("imported-%s-%s".formatted(topic, schema.getFullName()), schema);
    } catch (AvroRuntimeException e) {
      throw new IllegalArgumentException("that is no Avro schema");
    }
  }

  /** What {@link #check} finds. */
  public enum Finding {
    /** Registered, and the subject accepts only compatible successors. */
    REGISTERED,
    /** Registered, but the subject's compatibility level is not FULL. */
    UNGUARDED,
    /** Not registered yet; would be accepted. */
    MISSING,
    /** Contradicts what is registered under the subject. */
    INCOMPATIBLE
  }
}
