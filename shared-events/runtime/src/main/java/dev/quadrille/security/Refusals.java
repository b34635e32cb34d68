package dev.quadrille.security;

import dev.quadrille.web.ProblemType;
import dev.quadrille.web.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.server.resource.web.BearerTokenAuthenticationEntryPoint;
import org.springframework.security.oauth2.server.resource.web.access.BearerTokenAccessDeniedHandler;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.security.web.firewall.RequestRejectedHandler;

/**
 * Answers those who may not call. The challenge is RFC 6750's, the body says the same to people.
 */
final class Refusals
    implements AuthenticationEntryPoint,
        AuthenticationFailureHandler,
        AccessDeniedHandler,
        RequestRejectedHandler {
  private static final Logger log = LoggerFactory.getLogger(Refusals.class);

  private final BearerTokenAuthenticationEntryPoint challenge =
      new BearerTokenAuthenticationEntryPoint();
  private final BearerTokenAccessDeniedHandler missingRight = new BearerTokenAccessDeniedHandler();
  private final ProblemWriter problems;

  Refusals(ProblemWriter problems) {
    this.problems = problems;
  }

  /** There is no token. */
  @Override
  public void commence(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
      throws IOException {
    challenge.commence(request, response, e);
    problems.write(response, ProblemType.UNAUTHENTICATED.problem());
  }

  /** There is a token, and it is no good or cannot be judged. */
  @Override
  public void onAuthenticationFailure(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
      throws IOException {
    if (e instanceof AuthenticationServiceException) {
      log.warn("a token cannot be judged: the issuer's keys cannot be had", e);
      response.setHeader(HttpHeaders.RETRY_AFTER, "1");
      problems.write(response, ProblemType.UNAVAILABLE.problem());
    } else {
      commence(request, response, e);
    }
  }

  /** The token does not open this. */
  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
      throws IOException {
    missingRight.handle(request, response, e);
    problems.write(response, ProblemType.FORBIDDEN.problem());
  }

  /** The request is written in a way that only attackers use. */
  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, RequestRejectedException e)
      throws IOException {
    problems.write(response, ProblemType.INVALID_REQUEST.problem());
  }
}
