package dev.quadrille.relay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a relay does wrong because somebody asked for it. Nobody can ask but where {@code
 * quadrille.test-system} is set. What is held is in memory only: a process that ends drops it, and
 * no more is held than {@value #MOST_HELD} events of {@value #MOST_HELD_BYTES} bytes together. What
 * comes beyond that is not struck.
 */
public final class RelayFaults {
  private static final int FARTHEST = 5;
  private static final int MOST_TOLD = 20_000;
  private static final int MOST_HELD = 1_000;
  private static final long MOST_HELD_BYTES = 16_777_216;

  private List<RelayFault> faults = List.of();
  private long seed;
  private long endsAt;
  private final Map<String, Long> numbers = new HashMap<>();
  private final List<Held> held = new ArrayList<>();
  private final List<Struck> struck = new ArrayList<>();
  private long heldBytes;
  private long spared;

  /**
   * Begins a plan, instead of one that may be in force.
   *
   * @param lasts after that it ends by itself, should nobody end it
   */
  public synchronized void begin(long seed, List<RelayFault> faults, Duration lasts) {
    end();
    this.seed = seed;
    this.faults = List.copyOf(faults);
    endsAt = System.nanoTime() + lasts.toNanos();
    numbers.clear();
    struck.clear();
    spared = 0;
  }

  /** Does nothing wrong any more; what is held goes out next. */
  public synchronized void end() {
    faults = List.of();
    held.replaceAll(Held::due);
  }

  /** What was done since the plan began. */
  public synchronized Report report() {
    return new Report(inForce(), held.size(), spared, List.copyOf(struck));
  }

  /** Sends a row, or does with it what the plan says. */
  synchronized void pass(OutboxRow row, Consumer<OutboxRow> out) {
    held.replaceAll(Held::overtaken);
    var fault = strike(row);
    if (fault == null || isSpared(fault, row)) {
      out.accept(row);
      return;
    }
    switch (fault.kind()) {
      case DROP -> {}
      case DELAY -> hold(Held.of(row, fault.millis(), Integer.MAX_VALUE));
      case REORDER -> hold(Held.of(row, fault.millis(), places(fault, row)));
      case DOUBLE_RELAY -> {
        out.accept(row);
        out.accept(row);
      }
    }
    if (struck.size() < MOST_TOLD) {
      struck.add(Struck.of(fault, row));
    }
  }

  /** Sends what was held for long enough. */
  synchronized void release(Consumer<OutboxRow> out) {
    if (held.isEmpty()) {
      return;
    }
    if (!inForce()) {
      end();
    }
    var now = System.nanoTime();
    // One after the other: where the producer fails, the rest stays held.
    for (var rows = held.iterator(); rows.hasNext(); ) {
      var next = rows.next();
      if (next.isDue(now)) {
        out.accept(next.row);
        rows.remove();
        heldBytes -= next.bytes();
      }
    }
  }

  private boolean isSpared(RelayFault fault, OutboxRow row) {
    var full =
        fault.kind().holds()
            && (held.size() == MOST_HELD || heldBytes + row.payload().length > MOST_HELD_BYTES);
    spared += full ? 1 : 0;
    return full;
  }

  private void hold(Held late) {
    held.add(late);
    heldBytes += late.bytes();
  }

  private @Nullable RelayFault strike(OutboxRow row) {
    if (!inForce()) {
      return null;
    }
    var type = RelayFault.simpleName(row);
    for (var fault : faults) {
      if (fault.concerns(row)) {
        var number = numbers.merge(fault.name() + " " + type, 1L, Long::sum);
        if (new FaultDraw(seed, fault.name()).strikes(type, number, fault.share())) {
          return fault;
        }
      }
    }
    return null;
  }

  private int places(RelayFault fault, OutboxRow row) {
    var type = RelayFault.simpleName(row);
    return new FaultDraw(seed, fault.name())
        .upTo(FARTHEST, type, numbers.get(fault.name() + " " + type));
  }

  private boolean inForce() {
    return !faults.isEmpty() && System.nanoTime() < endsAt;
  }

  /**
   * What a relay did wrong.
   *
   * @param inForce whether it goes on doing so
   * @param held how many events are not sent yet
   * @param spared how many should have been held and were not, for too many are
   * @param struck the events, in the order in which they were struck; the first of very many
   */
  public record Report(boolean inForce, int held, long spared, List<Struck> struck) {}

  /**
   * An event that a fault struck.
   *
   * @param fault the fault's name in its plan
   * @param type simple name of the event's type
   */
  public record Struck(String fault, String type, UUID event, UUID order) {

    private static Struck of(RelayFault fault, OutboxRow row) {
      return new Struck(
          fault.name(),
          RelayFault.simpleName(row),
          UUID.fromString(row.id()),
          UUID.fromString(row.aggregateId()));
    }
  }

  /** A row that waits for its time, or for others to overtake it. */
  private record Held(OutboxRow row, long until, int places) {

    static Held of(OutboxRow row, long millis, int places) {
      return new Held(row, System.nanoTime() + Duration.ofMillis(millis).toNanos(), places);
    }

    int bytes() {
      return row.payload().length;
    }

    Held overtaken() {
      return new Held(row, until, places - 1);
    }

    Held due() {
      return new Held(row, until, 0);
    }

    // The row that overtakes it last has to be sent first.
    boolean isDue(long now) {
      return places <= 0 || now >= until;
    }
  }
}
