package dev.quadrille.idempotency;

import dev.quadrille.web.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.method.HandlerMethod;

/** Lets each POST under a key have its effect once, and answers it the same again. */
final class IdempotencyFilter extends OncePerRequestFilter {
  private final KeyedHandlers handlers;
  private final RequestReader reader;
  private final KeyedExecution execution;
  private final ProblemWriter problems;
  private final IdempotencyMetrics metrics;

  IdempotencyFilter(
      KeyedHandlers handlers,
      RequestReader reader,
      KeyedExecution execution,
      ProblemWriter problems,
      IdempotencyMetrics metrics) {
    this.handlers = handlers;
    this.reader = reader;
    this.execution = execution;
    this.problems = problems;
    this.metrics = metrics;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    var handler = handlers.find(request);
    if (handler.isEmpty()) {
      chain.doFilter(request, response);
      return;
    }
    var reply = reply(handler.get(), request, response, chain);
    metrics.count(reply.outcome());
    reply.content().send(response, problems);
  }

  private Reply reply(
      HandlerMethod handler,
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain)
      throws IOException, ServletException {
    KeyedRequest keyed;
    try {
      keyed = reader.read(request);
    } catch (InvalidRequestException e) {
      return Reply.invalid(e);
    }
    var timed = metrics.begun();
    try {
      var reread = new RereadRequest(request, keyed.body());
      return execution.answer(keyed, handler, new Exchange(reread, response, chain));
    } finally {
      timed.stop();
    }
  }
}
