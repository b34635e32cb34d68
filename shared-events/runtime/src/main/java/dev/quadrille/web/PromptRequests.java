package dev.quadrille.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/** Gives no request more than a limited time to send its body, whether it is read or not. */
final class PromptRequests extends OncePerRequestFilter {
  /** A client that finds the connection closed while it sends does not read its answer. */
  private static final Duration LINGERING = Duration.ofSeconds(2);

  private final Duration most;
  private final ProblemWriter problems;

  PromptRequests(Duration most, ProblemWriter problems) {
    this.most = most;
    this.problems = problems;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    var prompt = new PromptRequest(request, most);
    try {
      chain.doFilter(prompt, response);
    } catch (IOException e) {
      if (!prompt.isLate()) {
        throw e;
      }
    }
    if (prompt.isLate() && !response.isCommitted()) {
      response.resetBuffer();
      // What is still to come is not waited for.
      response.setHeader(HttpHeaders.CONNECTION, "close");
      problems.write(response, ProblemType.REQUEST_TIMEOUT.problem());
    } else if (!prompt.isLate() && !request.isAsyncStarted()) {
      prompt.runOut(LINGERING);
    }
  }
}
