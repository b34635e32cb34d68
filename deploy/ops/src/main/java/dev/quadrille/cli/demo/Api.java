package dev.quadrille.cli.demo;

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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The services' HTTP, as a merchant and its back office use it. */
final class Api {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration TOKENS_LAST = Duration.ofHours(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Stage stage;
  private final String shop;
  private final String ops;

  Api(Stage stage, String merchant) {
    this.stage = stage;
    this.shop = stage.tokens().merchant(merchant, TOKENS_LAST);
    this.ops = stage.tokens().ops(TOKENS_LAST);
  }

  /**
   * Posts and wants success.
   *
   * @throws SceneFailedException if the answer is no success
   */
  JsonNode post(String service, String path, Map<String, ?> body) {
    return success(send(request(service, path, body)));
  }

  JsonNode get(String service, String path) {
    return success(send(base(service, path).GET().build()));
  }

  private HttpRequest request(String service, String path, Map<String, ?> body) {
    return base(service, path)
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", UUID.randomUUID().toString())
        .POST(BodyPublishers.ofString(JSON.writeValueAsString(body)))
        .build();
  }

  private HttpRequest.Builder base(String service, String path) {
    var url = URI.create(stage.url(service) + path);
    var token = path.startsWith("/orders") ? shop : ops;
    return HttpRequest.newBuilder(url).timeout(TIMEOUT).header("Authorization", "Bearer " + token);
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new SceneFailedException(request.uri() + " does not answer: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SceneFailedException("interrupted");
    }
  }

  private static JsonNode success(HttpResponse<String> answer) {
    if (answer.statusCode() >= 300) {
      throw new SceneFailedException(
          "%s answered %d: %s".formatted(answer.uri(), answer.statusCode(), answer.body()));
    }
    return JSON.readTree(answer.body());
  }
}
