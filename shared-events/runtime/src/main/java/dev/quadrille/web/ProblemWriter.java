package dev.quadrille.web;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import tools.jackson.databind.json.JsonMapper;

/** Answers with a problem where no controller is in charge: in filters, and where they fail. */
public final class ProblemWriter {
  private final JsonMapper json;

  ProblemWriter(JsonMapper json) {
    this.json =
        json.rebuild().addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class).build();
  }

  /** Writes the whole answer, save for headers that are set already. */
  public void write(HttpServletResponse response, ProblemDetail problem) throws IOException {
    response.setStatus(problem.getStatus());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    var body = json.writeValueAsBytes(problem);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
