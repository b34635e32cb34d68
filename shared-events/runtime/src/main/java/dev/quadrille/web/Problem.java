package dev.quadrille.web;

import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;

/** Problem details (RFC 9457) with a stable type. */
public final class Problem {
  private static final String TYPE = "urn:quadrille:problem:";

  private Problem() {}

  /**
   * Makes a problem.
   *
   * @param type the last part of its type; never changes once published
   * @param detail what happened, for the person who called; no personal data, no internals
   */
  public static ProblemDetail of(HttpStatusCode status, String type, String detail) {
    var problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setType(URI.create(TYPE + type));
    var known = HttpStatus.resolve(status.value());
    problem.setTitle(known == null ? null : known.getReasonPhrase());
    return problem;
  }
}
