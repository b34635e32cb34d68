package dev.quadrille.relay;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** UP while the newest beat that came back through the slot is young; else why not. */
final class RelayHealthIndicator extends AbstractHealthIndicator {
  private final RelayStatus status;

  RelayHealthIndicator(RelayStatus status) {
    this.status = status;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    var problem = status.problem();
    if (status.isStreaming()) {
      health.up();
    } else {
      health
          .down()
          .withDetail(
              "reason", problem == null ? "no beat has come back through the slot" : problem);
    }
    health
        .withDetail("role", status.role())
        .withDetail("behindMillis", status.behind().toMillis())
        .withDetail("retainedBytes", status.reading().retainedBytes());
  }
}
