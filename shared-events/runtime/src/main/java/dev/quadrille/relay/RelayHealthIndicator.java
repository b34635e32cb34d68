package dev.quadrille.relay;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** UP while the recorded progress is young; else why not. */
final class RelayHealthIndicator extends AbstractHealthIndicator {
  private final RelayStatus status;

  RelayHealthIndicator(RelayStatus status) {
    this.status = status;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    if (status.isStreaming()) {
      health.up();
    } else {
      health.down().withDetail("reason", status.reason());
    }
    var refused = status.reading().refused();
    if (refused != null) {
      health.withDetail("refused", refused);
    }
    var gap = status.lastGap();
    if (gap != null) {
      health.withDetail("lastGap", gap);
    }
    health
        .withDetail("role", status.role())
        .withDetail("behindMillis", status.behind().toMillis())
        .withDetail("retainedBytes", status.reading().retainedBytes());
  }
}
