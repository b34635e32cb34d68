package dev.quadrille.idempotency;

import dev.quadrille.web.Problem;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** A request that no handler gets to see. */
final class InvalidRequestException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient ProblemDetail problem;

  private InvalidRequestException(ProblemDetail problem) {
    super(problem.getDetail());
    this.problem = problem;
  }

  /**
   * @param type the last part of the problem's type
   * @param detail what is wrong with the request; nothing of its content
   */
  InvalidRequestException(HttpStatus status, String type, String detail) {
    this(Problem.of(status, type, detail));
  }

  ProblemDetail problem() {
    return problem;
  }
}
