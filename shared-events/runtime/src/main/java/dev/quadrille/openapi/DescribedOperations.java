package dev.quadrille.openapi;

import dev.quadrille.web.Caller;
import dev.quadrille.web.Waiting;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.http.HttpStatus;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.method.HandlerMethod;

/** Says of each operation what its method does not say of itself. */
final class DescribedOperations implements OperationCustomizer {
  private final Wording wording;

  DescribedOperations(Wording wording) {
    this.wording = wording;
  }

  @Override
  public Operation customize(Operation operation, HandlerMethod method) {
    var name = name(method);
    var keyed = method.hasMethodAnnotation(PostMapping.class);
    var waiting = takes(method, Waiting.class);
    wording.summary(name).ifPresent(operation::setSummary);
    Objects.requireNonNullElse(operation.getParameters(), List.<Parameter>of())
        .forEach(parameter -> Frame.matchWhole(parameter.getSchema()));
    if (keyed) {
      operation.addParametersItem(reference(Frame.KEY));
    }
    if (waiting) {
      operation.addParametersItem(reference(Frame.PREFER));
    }
    operation.setResponses(answers(operation, wording.answers(name), headers(keyed, waiting)));
    return operation
        .operationId(name)
        .tags(List.of(noun(method)))
        .security(
            List.of(
                new SecurityRequirement()
                    .addList(Frame.BEARER, takes(method, Caller.class) ? "merchant" : "ops")));
  }

  /** Such as orderPlace: the controller's noun, and the method's verb where it says more. */
  private static String name(HandlerMethod method) {
    var noun = noun(method);
    var verb = method.getMethod().getName();
    return noun.equals(verb) ? noun : noun + StringUtils.capitalize(verb);
  }

  private static String noun(HandlerMethod method) {
    var type = method.getBeanType().getSimpleName().replaceFirst("(Controller|Endpoint)$", "");
    return type.substring(0, 1).toLowerCase(Locale.ROOT) + type.substring(1);
  }

  private static boolean takes(HandlerMethod method, Class<?> type) {
    return Stream.of(method.getMethodParameters()).anyMatch(it -> it.getParameterType() == type);
  }

  private static List<String> headers(boolean keyed, boolean waiting) {
    return Stream.of(keyed ? "Idempotent-Replayed" : "", waiting ? "Preference-Applied" : "")
        .filter(StringUtils::hasText)
        .toList();
  }

  private static ApiResponses answers(
      Operation operation, List<String> statuses, List<String> headers) {
    var shown = operation.getResponses().get("200").getContent();
    var answers = new ApiResponses();
    // What begins something says where it is, also where it was begun before.
    var located = !statuses.equals(List.of("200"));
    for (var status : statuses) {
      var code = HttpStatus.valueOf(Integer.parseInt(status));
      var answer = new ApiResponse().description(code.getReasonPhrase()).content(shown);
      headers.forEach(header -> answer.addHeaderObject(header, new Header().$ref(header)));
      if (located) {
        answer.addHeaderObject("Location", new Header().$ref("Location"));
      }
      answers.addApiResponse(status, answer);
    }
    return answers;
  }

  private static Parameter reference(String header) {
    return new Parameter().$ref(header);
  }
}
