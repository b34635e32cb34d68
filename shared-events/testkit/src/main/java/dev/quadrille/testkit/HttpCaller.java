package dev.quadrille.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls a service over HTTP as its users do, with nothing of the service's own code. */
public final class HttpCaller {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final JsonMapper JSON = JsonMapper.shared();

  private final URI service;
  private final @Nullable String token;

  /**
   * A caller.
   *
   * @param service where the service answers
   * @param token what it shows of itself; null if nothing
   */
  public HttpCaller(URI service, @Nullable String token) {
    this.service = service;
    this.token = token;
  }

  /** Gets a resource. */
  public Answer get(String path) {
    return send(request(path).GET());
  }

  /** Posts a text that claims to be JSON, under a key of its own; an empty text for none. */
  public Answer post(String path, String json) {
    return post(path, json, UUID.randomUUID().toString());
  }

  /** Posts a text that claims to be JSON under a key; an empty text for none. */
  public Answer post(String path, String json, String key) {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(json)));
  }

  /** Sends a request that is made up by hand, down to its headers. */
  public Answer send(String path, UnaryOperator<HttpRequest.Builder> request) {
    return send(request.apply(request(path)));
  }

  private HttpRequest.Builder request(String path) {
    var request = HttpRequest.newBuilder(service.resolve(path));
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  private static Answer send(HttpRequest.Builder request) {
    try {
      var response = HTTP.send(request.build(), BodyHandlers.ofByteArray());
      return new Answer(response.statusCode(), response.headers(), json(response));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while calling", e);
    }
  }

  private static JsonNode json(HttpResponse<byte[]> response) {
    var type = response.headers().firstValue("Content-Type").orElse("");
    return type.contains("json")
        ? JSON.readTree(response.body())
        : JSON.getNodeFactory().missingNode();
  }

  /**
   * What was answered.
   *
   * @param body the JSON of the body; a missing node if there was none
   */
  public record Answer(int status, HttpHeaders headers, JsonNode body) {

    /** A header's value; empty text if it is missing. */
    public String header(String name) {
      return headers.firstValue(name).orElse("");
    }

    /** A member of the body as text; empty if it is missing. */
    public String text(String member) {
      return body.path(member).asString("");
    }
  }
}
