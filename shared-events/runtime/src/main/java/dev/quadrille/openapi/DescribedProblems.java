package dev.quadrille.openapi;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.springdoc.core.customizers.OpenApiCustomizer;

/** Says of each operation which problems it may be answered. */
final class DescribedProblems implements OpenApiCustomizer {
  private static final String SCHEMA = "Problem";

  private final Wording wording;

  DescribedProblems(Wording wording) {
    this.wording = wording;
  }

  @Override
  public void customise(OpenAPI api) {
    var components = api.getComponents();
    components.addSchemas(SCHEMA, schema());
    api.getPaths().values().stream()
        .map(PathItem::readOperationsMap)
        .forEach(
            operations ->
                operations.forEach((method, operation) -> say(components, method, operation)));
  }

  private void say(Components components, HttpMethod method, Operation operation) {
    Stream.of(operation.getOperationId(), "any", method.name().toLowerCase(Locale.ROOT))
        .flatMap(kind -> wording.refuses(kind).stream())
        .map(wording::problem)
        .collect(groupingBy(KnownProblem::status, TreeMap::new, toList()))
        .forEach(
            (status, problems) ->
                operation
                    .getResponses()
                    .addApiResponse(
                        String.valueOf(status),
                        new ApiResponse().$ref(shared(components, problems))));
  }

  /** Operations that may be answered the same problems share their description. */
  private static String shared(Components components, List<KnownProblem> problems) {
    var name = problems.stream().map(KnownProblem::type).collect(joining("_"));
    var media = new MediaType().schema(new Schema<>().$ref(SCHEMA));
    for (var problem : problems) {
      components.addExamples(problem.type(), problem.example());
      media.addExamples(problem.type(), new Example().$ref(problem.type()));
    }
    var answer =
        new ApiResponse()
            .description(problems.stream().map(KnownProblem::detail).collect(joining(" Or: ")))
            .content(new Content().addMediaType("application/problem+json", media));
    if (problems.stream().anyMatch(KnownProblem::passes)) {
      answer.addHeaderObject("Retry-After", new Header().$ref("Retry-After"));
    }
    components.addResponses(name, answer);
    return name;
  }

  private static Schema<?> schema() {
    var status = new Schema<Integer>();
    status.addType("integer");
    var schema = new Schema<Object>();
    schema.addType("object");
    schema
        .addProperty("type", Frame.text().format("uri"))
        .addProperty("title", Frame.text())
        .addProperty("status", status)
        .addProperty("detail", Frame.text())
        .addProperty("instance", Frame.text().format("uri-reference"))
        .addProperty("documentation", Frame.text().format("uri-reference"))
        .description("Problem details (RFC 9457).");
    List.of("type", "title", "status", "detail").forEach(schema::addRequiredItem);
    return schema;
  }
}
