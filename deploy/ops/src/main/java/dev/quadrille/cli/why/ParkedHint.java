package dev.quadrille.cli.why;

import dev.quadrille.cli.connection.TargetSystem;
import dev.quadrille.cli.trace.Trace;

/** How commands about parked events are typed. */
final class ParkedHint {

  private ParkedHint() {}

  static String retry(TargetSystem system, Trace.Parked row) {
    return command(system, "retry", row, " --by NAME --why TEXT");
  }

  static String show(TargetSystem system, Trace.Parked row) {
    return command(system, "show", row, "");
  }

  private static String command(TargetSystem system, String what, Trace.Parked row, String more) {
    return system.command(
        "parked %s %s:%d%s".formatted(what, row.service().label(), row.id(), more));
  }
}
