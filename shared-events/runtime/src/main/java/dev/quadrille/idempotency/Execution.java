package dev.quadrille.idempotency;

import jakarta.servlet.http.HttpServletRequest;

/** Which execution of a {@link Leased} request this is; handlers take it as an argument. */
public enum Execution {
  /** Nobody has executed the request before. */
  FIRST,
  /** Somebody began and was never heard of again: what it did outside may have been done. */
  TAKEN_OVER;

  private static final String ATTRIBUTE = Execution.class.getName();

  void note(HttpServletRequest request) {
    request.setAttribute(ATTRIBUTE, this);
  }

  static Execution of(HttpServletRequest request) {
    return request.getAttribute(ATTRIBUTE) instanceof Execution noted ? noted : FIRST;
  }
}
