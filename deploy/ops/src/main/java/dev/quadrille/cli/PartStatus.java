package dev.quadrille.cli;

import dev.quadrille.cli.RunningSystem.RunningPart;
import dev.quadrille.local.Health;
import org.jspecify.annotations.Nullable;

/**
 * How a part is.
 *
 * @param pid null when it was down when {@code up} last looked
 * @param up whether it can do its work right now
 * @param trouble why not; null when it can
 */
record PartStatus(String part, @Nullable Long pid, int port, boolean up, @Nullable String trouble) {

  static PartStatus of(RunningPart part, Health health) {
    var trouble = health.trouble(part.label());
    return new PartStatus(
        part.label(), part.pid(), part.port(), trouble.isEmpty(), trouble.orElse(null));
  }

  String row() {
    var health = up ? "@|green up|@" : "@|red down|@  " + trouble;
    return "%-16s %7s %6d  %s".formatted(part, pid == null ? "-" : pid, port, health);
  }
}
