package dev.quadrille.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;

/** Answers requests that Tomcat refuses before any filter sees them. */
final class ProblemValve extends ErrorReportValve {

  @Override
  protected void report(Request request, Response response, @Nullable Throwable cause) {
    if (response.getStatus() < 400
        || response.getContentWritten() > 0
        || !response.setErrorReported()) {
      return;
    }
    var problem = ProblemType.of(HttpStatusCode.valueOf(response.getStatus()));
    var body =
        "{\"detail\":\"%s\",\"status\":%d,\"title\":\"%s\",\"type\":\"%s\"}"
            .formatted(
                problem.getDetail(), problem.getStatus(), problem.getTitle(), problem.getType());
    try {
      response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
      response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
      response.finishResponse();
    } catch (IOException e) {
      // Nobody is there to be told.
    }
  }
}
