package dev.quadrille.idempotency;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** Has a request under a key answered in the mode that its handler wants. */
final class KeyedExecution {
  private final Front front;
  private final Mode atomic;
  private final Mode leased;
  private final HandlerExceptionResolver failures;

  KeyedExecution(Front front, Mode atomic, Mode leased, HandlerExceptionResolver failures) {
    this.front = front;
    this.atomic = atomic;
    this.leased = leased;
    this.failures = failures;
  }

  /**
   * Answers a request. What is to be committed is committed then.
   *
   * @throws IOException if the handler's connection to the client is broken
   * @throws ServletException if nobody has an answer
   */
  Reply answer(KeyedRequest request, HandlerMethod handler, Exchange exchange)
      throws IOException, ServletException {
    var pass = front.enter(request);
    if (pass.isEmpty()) {
      return Reply.inFlight();
    }
    var mode = handler.hasMethodAnnotation(Leased.class) ? leased : atomic;
    try {
      return mode.answer(request, exchange);
    } catch (EscapedException e) {
      throw e.cause();
    } catch (RuntimeException e) {
      return exchange.explain(e, failures);
    } finally {
      pass.get().completed();
    }
  }
}
