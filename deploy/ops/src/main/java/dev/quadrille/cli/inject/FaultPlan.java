package dev.quadrille.cli.inject;

import dev.quadrille.cli.connection.YamlFile;
import dev.quadrille.relay.FaultDraw;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is to go wrong, and for how long. The same plan under the same seed does the same to the
 * same traffic.
 *
 * @param seed decides which events are struck; null: 1
 * @param seconds how long events that come are struck; null: only what stands on the topics is
 * @param faults in their order; of those that a relay does, an event is struck by the first
 */
public record FaultPlan(
    @Nullable Long seed, @Nullable Integer seconds, @Nullable List<Fault> faults) {
  private static final int LONGEST = 86_400;

  /**
   * Checks what it says.
   *
   * @throws IllegalArgumentException if it makes no sense
   */
  public FaultPlan {
    seed = seed == null ? 1 : seed;
    if (faults == null || faults.isEmpty()) {
      throw new IllegalArgumentException("a plan names at least one fault");
    }
    faults = List.copyOf(faults);
    if (faults.stream().filter(it -> it.fault() == FaultKind.EARLY_COMPENSATION).count() > 1) {
      throw new IllegalArgumentException("a plan holds lanes once");
    }
    if (seconds != null && (seconds < 1 || seconds > LONGEST)) {
      throw new IllegalArgumentException("a plan lasts 1 second to a day");
    }
    if (seconds == null && !faults.stream().allMatch(fault -> fault.fault().isCopy())) {
      throw new IllegalArgumentException(
          "what relays and lanes do happens to events that come: say for how many seconds");
    }
  }

  /** The fault that holds lanes, if there is one. */
  Optional<Fault> earlyCompensation() {
    return faults.stream()
        .filter(fault -> fault.fault() == FaultKind.EARLY_COMPENSATION)
        .findFirst();
  }

  /** What decides whom the fault at a place strikes. */
  FaultDraw draw(int place) {
    return new FaultDraw(seed, place + " " + faults.get(place).label());
  }

  /**
   * Reads a plan.
   *
   * @throws IllegalArgumentException if it cannot be read or makes no sense
   */
  public static FaultPlan read(Path file) {
    return new YamlFile(file, IllegalArgumentException::new)
        .read(FaultPlan.class, UnaryOperator.identity());
  }
}
