package dev.quadrille.local;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a service says of itself. */
final class Readiness {
  private static final String UP = "UP";
  private static final Duration GLANCE = Duration.ofSeconds(5);
  // One client for all: each brings threads of its own.
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final HttpRequest request;

  /**
   * @param service where the service answers, without a path
   */
  Readiness(URI service) {
    this.request =
        HttpRequest.newBuilder(service.resolve("/actuator/health/readiness"))
            .timeout(GLANCE)
            .build();
  }

  /** Whether the service can do its work right now. */
  boolean isUp() {
    return trouble().isEmpty();
  }

  /** What keeps the service from its work; empty when nothing does. */
  Optional<String> trouble() {
    try {
      var answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200 ? Optional.empty() : Optional.of(down(answer.body()));
    } catch (IOException unreachable) {
      return Optional.of("it does not answer");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }

  private static String down(String answer) {
    try {
      return "not ready: "
          + JsonMapper.shared()
              .readTree(answer)
              .path("components")
              .propertyStream()
              .filter(component -> !status(component.getValue()).equals(UP))
              .map(component -> component.getKey() + " " + status(component.getValue()))
              .collect(joining(", "));
    } catch (JacksonException unexpected) {
      return "not ready";
    }
  }

  private static String status(JsonNode component) {
    return component.path("status").asString("");
  }
}
