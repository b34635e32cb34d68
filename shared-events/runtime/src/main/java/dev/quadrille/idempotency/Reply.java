package dev.quadrille.idempotency;

import dev.quadrille.web.Problem;
import dev.quadrille.web.ProblemWriter;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/**
 * What a request is answered. Nothing is sent before all is decided and committed.
 *
 * @param outcome for the metrics
 */
record Reply(Outcome outcome, Content content) {
  private static final String REPLAYED = "Idempotent-Replayed";

  /** For browsers of people who read a problem; a path of this service. */
  private static final String DOCUMENTATION = "/retrying-safely.html";

  /** Says it again. */
  static Reply replay(Answer answer) {
    return new Reply(Outcome.REPLAYED, (response, problems) -> send(answer, response));
  }

  static Reply inFlight() {
    return problem(
        Outcome.IN_FLIGHT,
        Problem.of(
            HttpStatus.CONFLICT,
            "idempotency-key-in-flight",
            "A request with this key is being executed. Please ask again."));
  }

  static Reply mismatch() {
    return problem(
        Outcome.MISMATCH,
        Problem.of(
            HttpStatus.UNPROCESSABLE_CONTENT,
            "idempotency-key-reused",
            "This key belongs to another request."));
  }

  static Reply invalid(InvalidRequestException refused) {
    return problem(Outcome.INVALID, refused.problem());
  }

  /** The work may be done, but its answer could not be stored. */
  static Reply unknown() {
    return problem(
        Outcome.UNSTORED,
        Problem.of(
            HttpStatus.SERVICE_UNAVAILABLE,
            "outcome-unknown",
            "It may have been done or not. Please ask again with the same key."));
  }

  private static Reply problem(Outcome outcome, ProblemDetail problem) {
    problem.setProperty("documentation", DOCUMENTATION);
    return new Reply(
        outcome,
        (response, problems) -> {
          response.addHeader(HttpHeaders.LINK, "<" + DOCUMENTATION + ">; rel=\"describedby\"");
          if (problem.getStatus() == HttpStatus.UNSUPPORTED_MEDIA_TYPE.value()) {
            response.setHeader(HttpHeaders.ACCEPT_ENCODING, "identity");
          }
          if (outcome != Outcome.INVALID && outcome != Outcome.MISMATCH) {
            response.setHeader(HttpHeaders.RETRY_AFTER, "1");
          }
          problems.write(response, problem);
        });
  }

  private static void send(Answer answer, HttpServletResponse response) throws IOException {
    response.setStatus(answer.status());
    response.setHeader(REPLAYED, "true");
    if (answer.location() != null) {
      response.setHeader(HttpHeaders.LOCATION, answer.location());
    }
    if (answer.contentType() != null) {
      response.setContentType(answer.contentType());
    }
    response.setContentLength(answer.body().length);
    response.getOutputStream().write(answer.body());
  }

  /** Writes an answer. */
  interface Content {
    void send(HttpServletResponse response, ProblemWriter problems) throws IOException;
  }
}
