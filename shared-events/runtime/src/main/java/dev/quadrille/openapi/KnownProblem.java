package dev.quadrille.openapi;

import dev.quadrille.web.Problem;
import io.swagger.v3.oas.models.examples.Example;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpStatus;

/**
 * A problem that may be answered.
 *
 * @param type the last part of its type
 * @param detail what it means
 */
record KnownProblem(String type, int status, String detail) {

  /** Whether the same request may do after a while: then the answer says when to ask again. */
  boolean passes() {
    return status == HttpStatus.SERVICE_UNAVAILABLE.value() || type.endsWith("-in-flight");
  }

  /** An answer that tells of it. */
  Example example() {
    var problem = Problem.of(HttpStatus.valueOf(status), type, detail);
    var shown = new LinkedHashMap<String, Object>();
    shown.put("type", String.valueOf(problem.getType()));
    shown.put("title", String.valueOf(problem.getTitle()));
    shown.putAll(Map.of("status", status, "detail", detail));
    return new Example().value(shown);
  }
}
