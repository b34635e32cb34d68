package dev.quadrille.handling;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Down once a consumer has died, which an error of the JVM alone can bring about: only a new
 * process helps. One that waits for the database, the registry or Kafka is alive. Tells also where
 * consumers began lately, if not where Kafka said, and which lanes are held.
 */
final class LanesHealthIndicator extends AbstractHealthIndicator {
  private final Lanes lanes;
  private final Resumptions resumptions;

  LanesHealthIndicator(Lanes lanes, Resumptions resumptions) {
    this.lanes = lanes;
    this.resumptions = resumptions;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    var dead = lanes.dead();
    if (dead.isEmpty()) {
      health.up();
    } else {
      health.down().withDetail("reason", "a consumer has died on " + String.join(", ", dead));
    }
    health.withDetail("paused", lanes.held());
    health.withDetail("resumptions", resumptions.last());
  }
}
