package dev.quadrille.system;

import dev.quadrille.cli.bench.Prometheus;
import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.TokenIssuer;
import java.net.URI;
import java.time.Duration;

/** What one process says of its relay. */
final class RelayView {
  private final URI process;
  private final HttpCaller ops;

  RelayView(URI process, TokenIssuer tokens) {
    this.process = process;
    this.ops = new HttpCaller(process, tokens.ops(Duration.ofHours(1)));
  }

  boolean leads() {
    return role().equals("LEADER");
  }

  boolean standsBy() {
    return role().equals("STANDBY");
  }

  private String role() {
    return ops.get("/ops/relay").text("role");
  }

  /** How many events it has relayed in its life. */
  double relayed() {
    return Prometheus.of(process).sum("quadrille_relay_events_total");
  }
}
