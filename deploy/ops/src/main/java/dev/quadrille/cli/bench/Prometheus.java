package dev.quadrille.cli.bench;

import dev.quadrille.cli.connection.UnreachableException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * What a service answered under {@code /actuator/prometheus}.
 *
 * @param text the whole of it
 */
public record Prometheus(String text) {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /**
   * Asks.
   *
   * @param service where it answers, without a path
   * @throws UnreachableException if it does not
   */
  public static Prometheus of(URI service) {
    var request =
        HttpRequest.newBuilder(service.resolve("/actuator/prometheus")).timeout(TIMEOUT).build();
    try {
      return new Prometheus(HTTP.send(request, BodyHandlers.ofString()).body());
    } catch (IOException e) {
      throw new UnreachableException(service + " does not answer");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("interrupted");
    }
  }

  /** The sum of a metric over all its labels; 0 if there is none. */
  public double sum(String metric) {
    return text.lines()
        .filter(line -> line.startsWith(metric + "{") || line.startsWith(metric + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
