package dev.quadrille.cli.bench;

import dev.quadrille.cli.connection.OpsApi;
import dev.quadrille.contracts.Lane;
import dev.quadrille.local.Participant;
import dev.quadrille.testkit.platform.Waiting;
import java.time.Duration;
import java.util.Map;

/** Inventory's forward lane, without which no saga begins. */
final class HeldLane {
  private static final String PATH = "/ops/lanes/" + Lane.FORWARD.label();
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final OpsApi api;

  HeldLane(OpsApi api) {
    this.api = api;
  }

  /** Returns when it takes nothing any more. */
  void hold() {
    api.post(Participant.INVENTORY, PATH + "/pause", Map.of());
    Waiting.until(
        () -> api.get(Participant.INVENTORY, PATH).path("paused").asBoolean(),
        PATIENCE,
        () -> "inventory does not hold its lane");
  }

  void letGo() {
    api.post(Participant.INVENTORY, PATH + "/resume", Map.of());
  }
}
