package dev.quadrille.ops;

import dev.quadrille.testkit.RunningService;

/** Looks for what is stuck in a service, on the caller's thread. */
public final class StuckLook {

  private StuckLook() {}

  /** Asks the database all that the gauge and the endpoint ask it about aggregates. */
  public static void at(RunningService service) {
    var stuck = service.bean(StuckAggregates.class);
    stuck.count();
    stuck.after(StuckCursor.START, 1);
  }

  /** Asks the database all that the gauge and the endpoint ask it about events. */
  public static void atEvents(RunningService service) {
    var stuck = service.bean(StuckEvents.class);
    stuck.count();
    stuck.after(StuckCursor.START, 1);
  }
}
