package dev.quadrille.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/** Takes no request whose body comes too slowly. */
final class PromptRequests extends OncePerRequestFilter {
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
    }
  }
}
