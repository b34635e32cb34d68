package dev.quadrille.local;

import dev.quadrille.testkit.platform.KafkaBroker;
import dev.quadrille.testkit.platform.PlatformException;
import dev.quadrille.testkit.platform.SchemaRegistry;
import java.util.Arrays;
import java.util.Optional;

/** Asks the parts of a running system how they are. */
public final class Health {
  private static final Optional<String> WELL = Optional.empty();
  private static final Optional<String> SILENT = Optional.of("it does not answer");

  private final Addresses addresses;

  public Health(Addresses addresses) {
    this.addresses = addresses;
  }

  /**
   * What keeps a part from its work; empty when nothing does.
   *
   * @param part its label
   */
  public Optional<String> trouble(String part) {
    return switch (part) {
      case Part.POSTGRES -> postgres();
      case Part.KAFKA -> KafkaBroker.answers(addresses.ports().platform().kafka()) ? WELL : SILENT;
      case Part.REGISTRY -> SchemaRegistry.answers(addresses.registry()) ? WELL : SILENT;
      default -> service(part);
    };
  }

  private Optional<String> postgres() {
    try {
      addresses.postgres().ask("SELECT 1");
      return WELL;
    } catch (PlatformException e) {
      return SILENT;
    }
  }

  private Optional<String> service(String label) {
    return Arrays.stream(Participant.values())
        .filter(participant -> participant.label().equals(label))
        .findFirst()
        .map(participant -> new Readiness(addresses.url(participant)))
        .flatMap(Readiness::trouble);
  }
}
