package dev.quadrille.idempotency;

import jakarta.servlet.ServletException;
import java.io.IOException;

/** Carries what the servlets below could not answer through a transaction, which it ends. */
final class EscapedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EscapedException(Exception failure) {
    super(failure);
  }

  /**
   * What the container is to have.
   *
   * @throws IOException if that is what it was
   */
  ServletException cause() throws IOException {
    if (getCause() instanceof IOException e) {
      throw e;
    }
    return getCause() instanceof ServletException e ? e : new ServletException(getCause());
  }
}
