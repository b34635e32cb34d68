package dev.quadrille.relay;

import java.util.SplittableRandom;

/**
 * Decides which of many events a fault strikes, by a seed. The n-th event of a type is struck or
 * not whatever its id and whoever asks: the same traffic under the same seed meets the same faults.
 */
public final class FaultDraw {
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private final long seed;

  /**
   * A draw for one fault of a plan.
   *
   * @param seed of the plan
   * @param fault what distinguishes the fault from the others of the plan
   */
  public FaultDraw(long seed, String fault) {
    this.seed = seed * 31 + fault.hashCode();
  }

  /**
   * Whether the fault strikes.
   *
   * @param type of the event
   * @param number how many of its type were asked about before
   * @param share of the events that are to be struck, from 0 to 1
   */
  public boolean strikes(String type, long number, double share) {
    return random(type, number).nextDouble() < share;
  }

  /** A number from 1 to a most, for how a fault strikes. */
  public int upTo(int most, String type, long number) {
    var random = random(type, number);
    random.nextDouble();
    return 1 + random.nextInt(most);
  }

  private SplittableRandom random(String type, long number) {
    return new SplittableRandom((seed * 31 + type.hashCode()) * STEP + number);
  }
}
