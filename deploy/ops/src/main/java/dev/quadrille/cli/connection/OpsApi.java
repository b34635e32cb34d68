package dev.quadrille.cli.connection;

import dev.quadrille.local.Participant;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The services' HTTP, as a person on call uses it. */
public final class OpsApi {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final TargetSystem system;

  /** Of the services of a system. */
  public OpsApi(TargetSystem system) {
    this.system = system;
  }

  /**
   * All items of a list, page after page as they are wanted.
   *
   * @param path without a query
   * @throws UnreachableException if the service does not answer
   */
  public Stream<JsonNode> list(Participant service, String path) {
    return Stream.iterate(
            get(service, path),
            page -> page != null,
            page -> {
              var next = page.path("next");
              return next.isNull() ? null : get(service, path + "?after=" + next.asString());
            })
        .flatMap(page -> StreamSupport.stream(page.path("items").spliterator(), false));
  }

  /**
   * Posts.
   *
   * @throws RefusedException if the service says no
   * @throws UnreachableException if it does not answer
   */
  public JsonNode post(Participant service, String path, Map<String, ?> body) {
    return post(service, path, body, TIMEOUT);
  }

  /** Posts what may take longer. */
  public JsonNode post(Participant service, String path, Map<String, ?> body, Duration timeout) {
    return send(service, posting(service, path, JSON.writeValueAsString(body)).timeout(timeout));
  }

  /**
   * Cancels an order for its merchant.
   *
   * @throws RefusedException if it cannot be cancelled, or the token is not this merchant's
   */
  public void cancel(UUID order, String merchant) {
    var path = "/orders/%s/cancellation".formatted(order);
    send(
        Participant.ORDER,
        posting(Participant.ORDER, path, "")
            .setHeader("Authorization", "Bearer " + system.token(merchant)));
  }

  /**
   * Gets one thing.
   *
   * @throws UnreachableException if the service does not answer
   */
  public JsonNode get(Participant service, String path) {
    return send(service, request(service, path).GET());
  }

  /**
   * What a service says of its health, well or not.
   *
   * @throws UnreachableException if it does not answer
   */
  public JsonNode health(Participant service) {
    var answer = ask(service, request(service, "/actuator/health").GET());
    return json(answer);
  }

  /**
   * Returns if all services say that they are there to be tried and broken.
   *
   * @throws RefusedException if one does not
   * @throws UnreachableException if one does not answer
   */
  public void requireTestSystem() {
    for (var service : Participant.values()) {
      if (ask(service, request(service, "/ops/faults").GET()).statusCode() >= 300) {
        throw new RefusedException(
            "%s is no part of a test system (quadrille.test-system); nothing was done"
                .formatted(service.label()));
      }
    }
  }

  private HttpRequest.Builder request(Participant service, String path) {
    return HttpRequest.newBuilder(URI.create(system.url(service) + path))
        .timeout(TIMEOUT)
        .header("Authorization", "Bearer " + system.token());
  }

  private HttpRequest.Builder posting(Participant service, String path, String body) {
    return request(service, path)
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", UUID.randomUUID().toString())
        .POST(BodyPublishers.ofString(body));
  }

  private JsonNode send(Participant service, HttpRequest.Builder request) {
    return read(service, ask(service, request));
  }

  private HttpResponse<String> ask(Participant service, HttpRequest.Builder request) {
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UnreachableException(service.label() + " does not answer");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("interrupted");
    }
  }

  private static JsonNode read(Participant service, HttpResponse<String> answer) {
    var body = json(answer);
    if (answer.statusCode() >= 300) {
      throw new RefusedException(
          "%s answered %d: %s"
              .formatted(
                  service.label(), answer.statusCode(), body.path("detail").asString("nothing")));
    }
    return body;
  }

  // What stands between may answer with a page.
  private static JsonNode json(HttpResponse<String> answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (JacksonException e) {
      return JSON.createObjectNode();
    }
  }
}
