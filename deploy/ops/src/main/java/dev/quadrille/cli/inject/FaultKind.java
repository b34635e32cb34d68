package dev.quadrille.cli.inject;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.quadrille.relay.RelayFault;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What can be done to a system. */
public enum FaultKind {
  /** An event stands on its topic once more, under its id or a new one. */
  DUPLICATE(null, Manner.SAME_ID, Manner.NEW_ID),
  /** A copy of an event that cannot be read. */
  CORRUPT(null, Manner.BYTES, Manner.SCHEMA_ID, Manner.ENUM, Manner.NUMBERS),
  /** A copy of an event that claims to be of a type that nobody knows. */
  UNKNOWN_TYPE(null),
  /** A copy of an event that is nearly as large as a topic takes. */
  OVERSIZE(null),
  /** A relay does not send an event. */
  DROP(RelayFault.Kind.DROP),
  /** A relay sends an event late. */
  DELAY(RelayFault.Kind.DELAY),
  /** A relay sends an event after later ones. */
  REORDER(RelayFault.Kind.REORDER),
  /** A relay sends an event twice. */
  DOUBLE_RELAY(RelayFault.Kind.DOUBLE_RELAY),
  /** The forward lanes of inventory and account are held: compensations come first. */
  EARLY_COMPENSATION(null);

  private final RelayFault.@Nullable Kind relay;
  private final List<Manner> manners;

  FaultKind(RelayFault.@Nullable Kind relay, Manner... manners) {
    this.relay = relay;
    this.manners = List.of(manners);
  }

  /**
   * The fault of that name, in any case, as in {@code unknown-type}.
   *
   * @throws IllegalArgumentException if there is none
   */
  @JsonCreator
  public static FaultKind named(String name) {
    return Arrays.stream(values())
        .filter(kind -> kind.label().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("'%s' is no fault".formatted(name)));
  }

  /** Its name on a command line and in a plan. */
  @JsonValue
  public String label() {
    return label(this);
  }

  /** How a relay does it; empty if none has to. */
  Optional<RelayFault.Kind> inRelay() {
    return Optional.ofNullable(relay);
  }

  /** Whether it is a copy of what stands on a topic already. */
  boolean isCopy() {
    return relay == null && this != EARLY_COMPENSATION;
  }

  /** The ways to do it, the usual one first; empty if there is but one. */
  List<Manner> manners() {
    return manners;
  }

  private static String label(Enum<?> of) {
    return of.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** How it is done. */
  public enum Manner {
    /** The id of the original. */
    SAME_ID,
    /** An id of its own. */
    NEW_ID,
    /** Cut off, and not what it was. */
    BYTES,
    /** The number of a schema that the registry does not know. */
    SCHEMA_ID,
    /** A symbol that the schema does not have. */
    ENUM,
    /** A quantity or an amount below what is allowed. */
    NUMBERS;

    /**
     * The manner of that name, in any case, as in {@code new-id}.
     *
     * @throws IllegalArgumentException if there is none
     */
    @JsonCreator
    public static Manner named(String name) {
      return Arrays.stream(values())
          .filter(manner -> manner.label().equals(name.toLowerCase(Locale.ROOT)))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("'%s' is no way".formatted(name)));
    }

    /** Its name on a command line and in a plan. */
    @JsonValue
    public String label() {
      return FaultKind.label(this);
    }
  }
}
