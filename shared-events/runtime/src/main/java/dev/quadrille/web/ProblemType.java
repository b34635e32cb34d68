package dev.quadrille.web;

import java.util.Locale;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;

/**
 * What can be wrong with any request to any service. The names never change. What a service itself
 * refuses, it names itself.
 */
public enum ProblemType {
  /** It cannot be read, or breaks a rule that needs no looking up. Sending it again is no use. */
  INVALID_REQUEST(HttpStatus.BAD_REQUEST, "The request is not as it must be."),
  /** No token, or none that is believed. */
  UNAUTHENTICATED(
      HttpStatus.UNAUTHORIZED, "A valid bearer token is wanted in the header Authorization."),
  /** The token does not open this. */
  FORBIDDEN(HttpStatus.FORBIDDEN, "This token does not open this resource."),
  /** There is nothing under this path. */
  NOT_FOUND(HttpStatus.NOT_FOUND, "There is nothing here."),
  METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED, "This is not done here."),
  /** JSON is all that is answered. */
  NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE, "The answer is JSON."),
  /** The body came too slowly. */
  REQUEST_TIMEOUT(HttpStatus.REQUEST_TIMEOUT, "The request came too slowly."),
  /** The body, or the event that it would become, is larger than is taken. */
  TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "The request is too large."),
  /** JSON is all that is taken. */
  UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The body must be plain JSON."),
  /** A fault of ours. Nothing was done. */
  INTERNAL(HttpStatus.INTERNAL_SERVER_ERROR, "Nothing was done. The fault is ours."),
  /** Something that the service needs is away. Nothing was done; the same again may work. */
  UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "Nothing was done. Please try again.");

  private final HttpStatus status;
  private final String detail;

  ProblemType(HttpStatus status, String detail) {
    this.status = status;
    this.detail = detail;
  }

  /** A problem of this type. */
  public ProblemDetail problem() {
    return problem(status);
  }

  /** The problem that a status tells of by itself. */
  static ProblemDetail of(HttpStatusCode status) {
    var other = status.is4xxClientError() ? INVALID_REQUEST : INTERNAL;
    return Stream.of(values())
        .filter(type -> type.status.isSameCodeAs(status))
        .findFirst()
        .orElse(other)
        .problem(status);
  }

  private ProblemDetail problem(HttpStatusCode status) {
    return Problem.of(status, name().toLowerCase(Locale.ROOT).replace('_', '-'), detail);
  }
}
