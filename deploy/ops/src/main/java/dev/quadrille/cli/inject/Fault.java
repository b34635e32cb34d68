package dev.quadrille.cli.inject;

import dev.quadrille.cli.inject.FaultKind.Manner;
import dev.quadrille.contracts.EventType;
import dev.quadrille.relay.RelayFault;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One fault of a plan, as a file or a command line says it.
 *
 * @param fault what is done
 * @param how in which way; null: the usual one
 * @param share of the events, above 0 and at most 1; null: all
 * @param types simple names of types; null: all
 * @param order the only order whose events are struck; null: all
 * @param times how often each is copied; null: once
 * @param millis how long an event or a lane is held; null: three seconds
 */
public record Fault(
    FaultKind fault,
    @Nullable Manner how,
    @Nullable Double share,
    @Nullable Set<String> types,
    @Nullable UUID order,
    @Nullable Integer times,
    @Nullable Long millis) {
  private static final long HELD_MILLIS = 3_000;
  private static final int MOST_COPIES = 1_000;
  private static final List<String> TYPES =
      Arrays.stream(EventType.values()).map(type -> type.record().getSimpleName()).toList();

  /**
   * Checks what it says.
   *
   * @throws IllegalArgumentException if it makes no sense
   */
  public Fault {
    Objects.requireNonNull(fault, "a fault has to say which");
    if (how == null && !fault.manners().isEmpty()) {
      how = fault.manners().get(0);
    }
    require(how == null || fault.manners().contains(how), fault, "is not done like that");
    share = share == null ? 1.0 : share;
    require(share > 0 && share <= 1, fault, "needs a share above 0 and at most 1");
    types = types == null ? Set.of() : Set.copyOf(types);
    types.forEach(type -> require(TYPES.contains(type), fault, "names a type that nobody knows"));
    require(times == null || fault.isCopy(), fault, "happens once to an event");
    require(
        types.isEmpty() || fault != FaultKind.EARLY_COMPENSATION,
        fault,
        "is done to orders, whatever their events");
    times = times == null ? 1 : times;
    require(times > 0 && times <= MOST_COPIES, fault, "is done 1 to 1000 times");
    millis = millis == null ? HELD_MILLIS : millis;
    require(millis >= 0, fault, "holds for no negative time");
  }

  /** How a report calls it. */
  String label() {
    return how == null ? fault.label() : fault.label() + " " + how.label();
  }

  /** The same for a relay, which calls it by its place in the plan. */
  RelayFault forRelay(int place) {
    return new RelayFault(
        place + " " + label(), fault.inRelay().orElseThrow(), share, types, order, millis);
  }

  private static void require(boolean sane, FaultKind fault, String what) {
    if (!sane) {
      throw new IllegalArgumentException(fault.label() + " " + what);
    }
  }
}
