package dev.quadrille.system;

import dev.quadrille.testkit.HttpCaller;
import dev.quadrille.testkit.TokenIssuer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** What one process says of its relay. */
final class RelayView {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String RELAYED = "quadrille_relay_events_total{";

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
    var request = HttpRequest.newBuilder(process.resolve("/actuator/prometheus")).build();
    try {
      return HTTP.send(request, BodyHandlers.ofLines())
          .body()
          .filter(line -> line.startsWith(RELAYED))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking " + request.uri(), e);
    }
  }
}
