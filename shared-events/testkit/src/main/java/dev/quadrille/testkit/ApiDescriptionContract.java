package dev.quadrille.testkit;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.quadrille.state.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The promises about how a service describes itself. The description is committed as {@code
 * openapi.json} in its module; where a change of it is meant, run this with {@code
 * -Dquadrille.openapi.write=true} and commit what it wrote.
 */
public abstract class ApiDescriptionContract {
  private static final Path COMMITTED = Path.of("openapi.json");
  private static final String WRITE = "quadrille.openapi.write";
  private static final String JSON = "application/json";
  private static final String PROBLEM = "application/problem+json";

  private ApiDescription api;

  /** The service. */
  protected abstract RunningService service();

  @BeforeEach
  void read() {
    api = ApiDescription.of(service());
  }

  @Test
  void isAsCommitted() throws IOException {
    if (Boolean.getBoolean(WRITE)) {
      Files.writeString(COMMITTED, api.text());
    }
    assertThat(Files.readString(COMMITTED))
        .as("%s; where the change is meant, run with -D%s=true", COMMITTED.toAbsolutePath(), WRITE)
        .isEqualTo(api.text());
  }

  @Test
  void isWhole() {
    assertThat(api.api().get("openapi").asString()).startsWith("3.1.");
    assertThat(api.api().at("/info/title").asString("")).isNotBlank();
    assertThat(api.api().at("/info/version").asString("")).isNotBlank();
    assertThat(api.references())
        .isNotEmpty()
        .allSatisfy(it -> assertThat(api.at(it).isMissingNode()).as(it).isFalse());
  }

  @Test
  void namesWhatIsRequiredOnce() {
    assertThat(api.api().findValues("required"))
        .filteredOn(JsonNode::isArray)
        .isNotEmpty()
        .allSatisfy(it -> assertThat(it.valueStream()).doesNotHaveDuplicates());
  }

  @Test
  void isReadByAnybodyAlsoAsYaml() {
    assertThat(service().calledByNobody().get("/v3/api-docs.yaml").status()).isEqualTo(200);
  }

  @Test
  void namesAndExplainsEachOperation() {
    var operations = api.operations();
    assertThat(operations.values())
        .extracting(operation -> operation.path("operationId").asString(""))
        .doesNotHaveDuplicates()
        .doesNotContain("");
    assertThat(operations)
        .allSatisfy((name, it) -> assertThat(it.path("summary").asString("")).isNotBlank());
  }

  @Test
  void wantsATokenForEachOperation() {
    assertThat(api.operations())
        .allSatisfy(
            (name, it) ->
                assertThat(it.at("/security/0/bearer/0").asString("")).isIn("merchant", "ops"));
  }

  @Test
  void wantsAKeyForEachPostAndForNothingElse() {
    assertThat(api.operations())
        .allSatisfy(
            (name, it) ->
                assertThat(api.parameters(it).stream().anyMatch(ApiDescriptionContract::isKey))
                    .isEqualTo(name.startsWith("post ")));
  }

  @Test
  void showsOfParametersOnlyWhatCallersSend() {
    assertThat(api.operations().values())
        .flatExtracting(api::parameters)
        .allSatisfy(
            it -> {
              assertThat(it.get("in").asString()).isIn("path", "query", "header");
              assertThat(api.resolved(it.get("schema")).has("properties")).as("%s", it).isFalse();
            });
  }

  @Test
  void saysWhatIsAnswered() {
    assertThat(api.operations())
        .allSatisfy(
            (name, operation) ->
                assertThat(api.answers(operation))
                    .containsKeys(400, 401, 403, 500, 503)
                    .allSatisfy(this::thenSaid));
  }

  private void thenSaid(int status, JsonNode answer) {
    assertThat(answer.path("description").asString("")).isNotBlank();
    var type = status < 400 ? JSON : PROBLEM;
    assertThat(answer.path("content").propertyNames()).containsExactly(type);
    var content = answer.get("content").get(type);
    assertThat(api.resolved(content.get("schema")).path("properties").propertyNames()).isNotEmpty();
    assertThat(content.path("examples").valueStream().map(api::resolved))
        .allSatisfy(it -> assertThat(it.at("/value/status").asInt()).isEqualTo(status));
  }

  @Test
  void listsTheRefusalsThatTheServiceDeclares() {
    var problems = api.problems();
    assertThat(DeclaredRefusals.below(home()))
        .isNotEmpty()
        .allSatisfy(
            refusal -> {
              assertThat(problems).containsKey(refusal.type());
              var problem = problems.get(refusal.type());
              var status = refusal.kind() == Refusal.Kind.UNKNOWN ? 404 : 409;
              assertThat(problem.get("type").asString())
                  .isEqualTo("urn:quadrille:problem:" + refusal.type());
              assertThat(problem.get("status").asInt()).isEqualTo(status);
              assertThat(problem.get("detail").asString()).isEqualTo(refusal.text());
            });
  }

  // This stands in the service's package or below.
  private String home() {
    return Stream.of(getClass().getPackageName().split("\\.")).limit(3).collect(joining("."));
  }

  private static boolean isKey(JsonNode parameter) {
    return parameter.get("name").asString().equals("Idempotency-Key")
        && parameter.get("in").asString().equals("header")
        && parameter.get("required").asBoolean();
  }
}
