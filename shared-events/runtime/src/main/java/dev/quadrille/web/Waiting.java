package dev.quadrille.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/**
 * How long a request likes to wait for its answer (RFC 7240, {@code Prefer: wait=n}). A parameter
 * of controllers.
 */
public final class Waiting {
  /** Says on a request that it has waited. */
  static final String OVER = Waiting.class.getName() + ".over";

  private final WaitingRoom room;
  private final HttpServletRequest request;
  private final HttpServletResponse response;
  private final Duration wait;

  /**
   * @param wait zero to have the answer at once
   */
  Waiting(
      WaitingRoom room, HttpServletRequest request, HttpServletResponse response, Duration wait) {
    this.room = room;
    this.request = request;
    this.response = response;
    this.wait = wait;
  }

  /**
   * Answers at once when there is nothing to wait for; otherwise the request waits without a thread
   * and is asked again from the start when what it is about is settled, or its time is over.
   *
   * @param id what it is about
   * @param answer looks now; its body is {@link Settleable} if there may be something to wait for
   * @return null while it waits
   */
  public <T> @Nullable ResponseEntity<T> until(UUID id, Supplier<ResponseEntity<T>> answer) {
    var now = answer.get();
    if (wait.isZero() || !(now.getBody() instanceof Settleable it)) {
      return now;
    }
    response.setHeader(PreferHeader.APPLIED, "wait=" + wait.toSeconds());
    if (it.settled() || request.getAttribute(OVER) != null) {
      return now;
    }
    request.setAttribute(OVER, true);
    return room.enter(id, request, response, wait) ? null : now;
  }
}
