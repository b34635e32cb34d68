package dev.quadrille.web;

import dev.quadrille.codec.RegistryUnavailableException;
import dev.quadrille.outbox.EventTooLargeException;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Answers what no controller answers. Causes go to the log, never to the caller. */
@RestControllerAdvice
@Order
class ProblemAdvice extends ResponseEntityExceptionHandler {
  private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

  @ExceptionHandler(EventTooLargeException.class)
  ProblemDetail tooLarge(EventTooLargeException e) {
    return Problem.of(
        HttpStatus.CONTENT_TOO_LARGE,
        "too-large",
        "The order is too large to be told to the others.");
  }

  @ExceptionHandler({
    DataAccessException.class,
    TransactionException.class,
    RegistryUnavailableException.class
  })
  ResponseEntity<ProblemDetail> unavailable(RuntimeException e, HttpServletResponse response) {
    log.warn("a request failed for want of what it needs", e);
    breakOffIfBegun(response, e);
    return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
        .header(HttpHeaders.RETRY_AFTER, "1")
        .body(ProblemType.UNAVAILABLE.problem());
  }

  @ExceptionHandler(RuntimeException.class)
  ProblemDetail broken(RuntimeException e, HttpServletResponse response) {
    log.error("a request failed", e);
    breakOffIfBegun(response, e);
    return ProblemType.INTERNAL.problem();
  }

  /**
   * Has the container close the connection if an answer has begun, as one that was waited for: it
   * is a success that only a broken connection can take back.
   */
  private static void breakOffIfBegun(HttpServletResponse response, RuntimeException e) {
    if (response.isCommitted()) {
      throw e;
    }
  }

  /** What Spring refuses. Its own words are not passed on: they quote the request. */
  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception e,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return super.handleExceptionInternal(e, ProblemType.of(status), headers, status, request);
  }
}
