package dev.quadrille.codec;

import dev.quadrille.contracts.EventType;
import java.util.Optional;

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
