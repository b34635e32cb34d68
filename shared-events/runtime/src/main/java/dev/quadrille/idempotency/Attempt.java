package dev.quadrille.idempotency;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.util.ContentCachingResponseWrapper;

/**
 * What a handler made of a request; not sent yet.
 *
 * @param failure what a handler of exceptions has made an answer of; null if nothing was thrown
 */
record Attempt(ContentCachingResponseWrapper response, @Nullable Exception failure) {
  /** Said before or beside the domain, or about now only. */
  private static final Set<Integer> PASSING = Set.of(401, 403, 413, 415, 429);

  /**
   * The answer, if it is the request's once for all: a success, or a refusal that the domain has
   * decided. What an exception led to is neither.
   */
  Optional<Answer> lasting() {
    var status = response.getStatus();
    var lasts =
        failure == null
            && (status < 300 || status >= 400 && status < 500 && !PASSING.contains(status));
    return lasts
        ? Optional.of(
            new Answer(
                status,
                response.getContentType(),
                response.getHeader(HttpHeaders.LOCATION),
                response.getContentAsByteArray()))
        : Optional.empty();
  }

  /** Whether something broke, so that what was done outside of the transaction is unknown. */
  boolean broken() {
    return failure != null && response.getStatus() >= 500;
  }

  /**
   * Whether the handler has done its work and only its answer could not take the form asked for.
   */
  boolean unwritten() {
    return failure instanceof HttpMediaTypeNotAcceptableException;
  }

  /** Sends it as it is. */
  Reply reply(Outcome outcome) {
    return new Reply(outcome, (to, problems) -> response.copyBodyToResponse());
  }
}
