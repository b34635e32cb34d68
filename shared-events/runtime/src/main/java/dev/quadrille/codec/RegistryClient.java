package dev.quadrille.codec;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The part of Confluent's registry API that we use; Apicurio Registry answers it too.
 *
 * <p>Every method throws {@link RegistryUnavailableException} if there is no usable answer within
 * the time-out. A login that was refused is shown again after half a minute, or when it has
 * changed. Safe for use by several threads.
 */
public final class RegistryClient {
  private static final String MEDIA_TYPE = "application/vnd.schemaregistry.v1+json";
  private static final String AUTHORIZATION = "Authorization";
  // Somewhere logins are locked that are wrong too often.
  private static final Duration RESPITE = Duration.ofSeconds(30);
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int CONFLICT = 409;
  // A 404 without one of these comes from a wrong address or a proxy and says nothing.
  private static final int NO_SUBJECT = 40401;
  private static final int NO_SCHEMA = 40403;

  private final URI url;
  private final RegistryLogin login;
  private final Duration timeout;
  private final JsonMapper json;
  private final HttpClient http;
  private volatile @Nullable Refused refused;

  /**
   * @param url base of the API, for Apicurio {@code …/apis/ccompat/v7}
   * @param login who we are, read for each request
   * @param timeout for one request
   * @throws IllegalArgumentException if the URL is not one of HTTP, or holds a login of its own
   */
  public RegistryClient(URI url, RegistryLogin login, Duration timeout, JsonMapper json) {
    if (url.toString().contains("@")) {
      throw new IllegalArgumentException(
          "The registry's URL holds a login, which would be logged with it: say it beside");
    }
    if (!String.valueOf(url.getScheme()).startsWith("http")) {
      throw new IllegalArgumentException("The registry's URL is not one of HTTP");
    }
    this.url = URI.create(url.toString().replaceAll("/+$", ""));
    this.login = login;
    this.timeout = timeout;
    this.json = json;
    // HTTP/1.1: the default offers an upgrade to HTTP/2, which some proxies answer with an error.
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(timeout)
            .build();
  }

  /** The id of a schema under a subject; empty if it is not registered there. */
  OptionalInt find(String subject, Schema schema) {
    var answer = post("/subjects/" + encode(subject), schemaBody(schema));
    return answer.isAbsent() ? OptionalInt.empty() : OptionalInt.of(answer.number("id"));
  }

  /** The schema that an id stands for; empty if the registry knows no such id. */
  Optional<Schema> schema(int id) {
    var answer = get("/schemas/ids/" + id);
    if (answer.isAbsent()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Schema.Parser().parse(answer.text("schema")));
    } catch (AvroRuntimeException e) {
      throw new RegistryUnavailableException("What the registry holds as " + id + " is no Avro", e);
    }
  }

  /**
   * Registers a schema; does nothing if the subject has it already.
   *
   * @return its id
   * @throws IncompatibleSchemaException if the subject's compatibility level forbids it
   */
  int register(String subject, Schema schema) {
    var answer = post("/subjects/" + encode(subject) + "/versions", schemaBody(schema));
    if (answer.status() != CONFLICT) {
      return answer.number("id");
    }
    // Refused, or registered by somebody else at this moment.
    return find(subject, schema)
        .orElseThrow(() -> new IncompatibleSchemaException(subject, answer.text("message")));
  }

  /** Whether the subject's compatibility level would let this schema become its next version. */
  boolean accepts(String subject, Schema schema) {
    var path = "/compatibility/subjects/" + encode(subject) + "/versions/latest";
    var answer = post(path, schemaBody(schema));
    return answer.isAbsent() || answer.body().path("is_compatible").asBoolean();
  }

  /** The subject's own compatibility level; empty if it has none. */
  Optional<String> level(String subject) {
    var answer = get("/config/" + encode(subject));
    return answer.isAbsent() ? Optional.empty() : Optional.of(answer.text("compatibilityLevel"));
  }

  /** Sets the subject's compatibility level; the subject need not exist yet. */
  void setLevel(String subject, String level) {
    var body = json.writeValueAsString(Map.of("compatibility", level));
    var request = request("/config/" + encode(subject)).PUT(BodyPublishers.ofString(body));
    var answer = ask(request);
    // Of two who set a subject's first level at once, Apicurio refuses one; not a second time.
    (answer.status() == CONFLICT ? ask(request) : answer).required();
  }

  private Answer get(String path) {
    return ask(request(path).GET()).orAbsent();
  }

  private Answer post(String path, String body) {
    return ask(request(path).POST(BodyPublishers.ofString(body))).orAbsent();
  }

  private String schemaBody(Schema schema) {
    return json.writeValueAsString(Map.of("schema", schema.toString()));
  }

  private HttpRequest.Builder request(String path) {
    var request =
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", MEDIA_TYPE)
            .header("Accept", MEDIA_TYPE + ", application/json");
    login
        .authorization()
        .ifPresent(
            authorization -> {
              requireNotRefused(authorization);
              request.header(AUTHORIZATION, authorization);
            });
    return request;
  }

  private Answer ask(HttpRequest.Builder builder) {
    var request = builder.build();
    // Not send(): its time-out ends with the headers, and a body may never end.
    var pending = http.sendAsync(request, BodyHandlers.ofByteArray());
    try {
      var response = pending.get(timeout.toMillis(), MILLISECONDS);
      requireLetIn(request, response.statusCode());
      return new Answer(request, response.statusCode(), json(response));
    } catch (ExecutionException e) {
      throw new RegistryUnavailableException(
          "No answer from %s: %s".formatted(request.uri(), e.getCause()), e);
    } catch (TimeoutException e) {
      pending.cancel(true);
      throw new RegistryUnavailableException(
          "No answer from %s within %s".formatted(request.uri(), timeout), e);
    } catch (InterruptedException e) {
      pending.cancel(true);
      Thread.currentThread().interrupt();
      throw new RegistryUnavailableException("Interrupted while asking " + request.uri(), e);
    }
  }

  private JsonNode json(HttpResponse<byte[]> response) {
    try {
      return json.readTree(response.body());
    } catch (JacksonException e) {
      throw new RegistryUnavailableException(
          "%s answered %d without JSON".formatted(response.uri(), response.statusCode()), e);
    }
  }

  /** Before the body is looked at: whoever stands before a registry may answer with a page. */
  private void requireLetIn(HttpRequest request, int status) {
    if (status == UNAUTHORIZED || status == FORBIDDEN) {
      var shown = request.headers().firstValue(AUTHORIZATION);
      var complaint =
          "The registry does not let us in%s: %s answered %d"
              .formatted(shown.isEmpty() ? " without a login" : "", request.uri(), status);
      shown.ifPresent(
          authorization -> refused = new Refused(authorization, System.nanoTime(), complaint));
      throw new RegistryUnavailableException(complaint);
    }
  }

  private void requireNotRefused(String authorization) {
    var last = refused;
    if (last != null
        && last.authorization.equals(authorization)
        && System.nanoTime() - last.nanos < RESPITE.toNanos()) {
      throw new RegistryUnavailableException(last.complaint);
    }
  }

  private static String encode(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private record Refused(String authorization, long nanos, String complaint) {}

  private record Answer(HttpRequest request, int status, JsonNode body) {
    boolean isAbsent() {
      var code = body.path("error_code").asInt(0);
      return status == 404 && (code == NO_SUBJECT || code == NO_SCHEMA);
    }

    Answer orAbsent() {
      return isAbsent() || status == CONFLICT ? this : required();
    }

    Answer required() {
      if (status != 200) {
        throw new RegistryUnavailableException(request.uri() + " answered " + status);
      }
      return this;
    }

    String text(String field) {
      return field(field).asString();
    }

    int number(String field) {
      return field(field).asInt();
    }

    private JsonNode field(String name) {
      return body.optional(name)
          .orElseThrow(
              () -> new RegistryUnavailableException(request.uri() + " answered without " + name));
    }
  }
}
