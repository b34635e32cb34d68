package dev.quadrille.idempotency;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.util.ContentCachingResponseWrapper;

/** Has the handler answer, as often as it takes: nothing is sent by it. */
final class Exchange {
  private final HttpServletRequest request;
  private final HttpServletResponse response;
  private final FilterChain chain;
  private final HttpHeaders headersBefore;

  /**
   * @param request whose body can be read again and again
   */
  Exchange(HttpServletRequest request, HttpServletResponse response, FilterChain chain) {
    this.request = request;
    this.response = response;
    this.chain = chain;
    this.headersBefore = new HttpHeaders();
    for (var name : response.getHeaderNames()) {
      headersBefore.addAll(name, List.copyOf(response.getHeaders(name)));
    }
  }

  /**
   * Runs the handler.
   *
   * @throws EscapedException if neither the handler nor a handler of exceptions has an answer
   */
  Attempt attempt(Execution execution) {
    startAnew();
    execution.note(request);
    var held = new ContentCachingResponseWrapper(response);
    try {
      chain.doFilter(request, held);
    } catch (IOException | ServletException e) {
      throw new EscapedException(e);
    }
    var handled = request.getAttribute(DispatcherServlet.EXCEPTION_ATTRIBUTE);
    return new Attempt(held, handled instanceof Exception failure ? failure : null);
  }

  /** Forgets what an earlier attempt has answered. */
  void startAnew() {
    request.removeAttribute(DispatcherServlet.EXCEPTION_ATTRIBUTE);
    response.reset();
    headersBefore.forEach(
        (name, values) -> values.forEach(value -> response.addHeader(name, value)));
  }

  /**
   * Has a failure answered as if a controller had thrown it.
   *
   * @throws RuntimeException the failure itself, if nobody has an answer
   */
  Reply explain(RuntimeException failure, HandlerExceptionResolver resolver) {
    startAnew();
    if (resolver.resolveException(request, response, null, failure) == null) {
      throw failure;
    }
    return new Reply(Outcome.UNSTORED, (to, problems) -> {});
  }
}
